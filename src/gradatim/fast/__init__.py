"""Fast execution: the rules compiled by Numba, step by step or in bulk. Imported only by what needs the speed."""

from gradatim.fast.bulk import Bulk, Report
from gradatim.fast.compiled import Compiled

__all__ = ["Bulk", "Compiled", "Report"]
