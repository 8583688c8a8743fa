import asyncpg
import pytest


@pytest.mark.postgres
async def test_a_real_postgresql_answers(postgres_url: str) -> None:
    connection = await asyncpg.connect(postgres_url)
    try:
        assert await connection.fetchval("SELECT 1") == 1
        assert "PostgreSQL" in await connection.fetchval("SELECT version()")
    finally:
        await connection.close()
