// Requests over HTTP. An error carries the server's own sentence.

/**
 * @param {string} path
 * @param {RequestInit} options
 * @param {string} token
 */
async function request(path, options, token) {
  const headers = new Headers(options.headers);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const response = await fetch(path, { ...options, headers });
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Error(typeof problem.error === "string" ? problem.error : `${response.status} ${response.statusText}`);
}

/** @param {string} path @param {string} [token] @returns {Promise<unknown>} */
export async function get(path, token = "") {
  return (await request(path, {}, token)).json();
}

/** @param {string} path @param {string} [token] */
export async function download(path, token = "") {
  return (await request(path, {}, token)).blob();
}

/**
 * A string goes as it is (a record file), anything else as JSON.
 * @param {string} path @param {unknown} body @param {string} [token] @returns {Promise<unknown>}
 */
export async function post(path, body, token = "") {
  const text = typeof body === "string";
  const type = text ? "application/x-ndjson" : "application/json";
  const options = { method: "POST", headers: { "Content-Type": type }, body: text ? body : JSON.stringify(body) };
  return (await request(path, options, token)).json();
}

/** A person's problem, as one sentence. @param {unknown} error */
export const sentence = (error) => (error instanceof Error ? error.message : String(error));

/** The client's own randomness, mixed into every shuffle at the table. */
export function contribution() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
