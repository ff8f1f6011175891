// Warns when a key has used most of its daily quota: once for each key and UTC day, however often it runs. README.md

import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const { API_URL, ACCOUNT_TOKEN, ACCOUNT_TOKEN_FILE, WARN_AT = '80', STATE_FILE = 'quota-warning.json' } = process.env;

/** The next run may succeed (sysexits.h, EX_TEMPFAIL). */
const temporary = 75;

class RunError extends Error {
  constructor(kind, message, exitCode = 1) {
    super(message);
    this.kind = kind;
    this.exitCode = exitCode;
  }
}

/** What the last run knew: its ETag, and who was told what on which day. */
function readState() {
  try {
    const { request, etag, told = {} } = JSON.parse(readFileSync(STATE_FILE, 'utf8'));
    return { request, etag, told };
  } catch {
    return { told: {} };
  }
}

function writeState(state) {
  try {
    // A run that ends in the middle leaves the old file.
    writeFileSync(`${STATE_FILE}.new`, JSON.stringify(state), { mode: 0o600 });
    renameSync(`${STATE_FILE}.new`, STATE_FILE);
  } catch (error) {
    throw new RunError('state', `STATE_FILE cannot be written, so warnings would repeat: ${error.message}`);
  }
}

function readSettings() {
  const token = (ACCOUNT_TOKEN ?? (ACCOUNT_TOKEN_FILE && readFileSync(ACCOUNT_TOKEN_FILE, 'utf8')) ?? '').trim();
  if (!API_URL || !/^[\x21-\x7e]+$/.test(token)) {
    throw new RunError('settings', 'Set API_URL, and ACCOUNT_TOKEN or ACCOUNT_TOKEN_FILE.');
  }
  const share = Number(WARN_AT) / 100;
  if (!(share > 0 && share <= 1)) throw new RunError('settings', 'WARN_AT must be a percentage from 1 to 100.');
  return { url: `${API_URL.replace(/\/$/, '')}/by-token/v1/keys?limit=100`, token, share };
}

async function get(url, token, etag) {
  const headers = { authorization: `Bearer ${token}`, ...(etag && { 'if-none-match': etag }) };
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(20_000) });
    if (response.status === 304) return { response };
    const text = await response.text();
    if (!response.ok) throw refusal(response, text);
    return { response, body: JSON.parse(text) };
  } catch (error) {
    if (error instanceof RunError) throw error;
    const { message, cause } = error;
    throw new RunError('network', `No answer from ${new URL(url).host}: ${cause?.message || message}`, temporary);
  }
}

function refusal({ status, headers }, text) {
  if (status === 429) {
    const wait = headers.get('retry-after') ?? '1';
    return new RunError('limit', `Too many requests (429). Try again in ${wait} s, or run less often.`, temporary);
  }
  if (status >= 500)
    return new RunError('service', `The service failed (${status}). The next run tries again.`, temporary);
  if (status === 401 || (status === 403 && !text.includes('permission_missing'))) {
    return new RunError(
      'token',
      `The account token is refused (${status}): it is revoked, has expired or is not complete. Create another.`,
    );
  }
  if (status === 403) return new RunError('permission', 'The account token needs the permission "read" or "keys".');
  return new RunError('request', `The request is refused (${status}). Check API_URL: ${text.slice(0, 200)}`);
}

/** All active keys; undefined if nothing has changed since `etag`. */
async function readKeys(url, token, etag) {
  const { response, body } = await get(url, token, etag);
  if (!body) return undefined;
  const keys = [...body.keys];
  for (let cursor = body.nextCursor; cursor; ) {
    const next = (await get(`${url}&cursor=${encodeURIComponent(cursor)}`, token)).body;
    keys.push(...next.keys);
    cursor = next.nextCursor;
  }
  // The tag is that of the first page: with more pages it says nothing of the others.
  return { keys, etag: body.nextCursor ? undefined : response.headers.get('etag') };
}

/** Control characters in a name must not reach a terminal or the header of a mail. */
const printable = (text) => text.replace(/\p{C}/gu, '?');

function warningOf({ keyId, name, calls, limits }, share) {
  if (!calls || !limits || calls.today < share * limits.callsPerDay) return undefined;
  const percent = limits.callsPerDay > 0 ? Math.floor((100 * calls.today) / limits.callsPerDay) : 100;
  const figures = `${calls.today} of ${limits.callsPerDay} calls of today (${percent} %)`;
  return {
    keyId,
    day: calls.resetsAt,
    text: `${printable(name)} (${keyId}) has used ${figures}, until ${calls.resetsAt}.`,
  };
}

async function run(state) {
  const { url, token, share } = readSettings();
  const request = `${url} ${share}`;
  const read = await readKeys(url, token, state.request === request ? state.etag : undefined);
  if (!read) return;
  const warnings = read.keys.flatMap((key) => warningOf(key, share) ?? []);
  for (const { keyId, day, text } of warnings) {
    if (state.told[keyId] !== day) console.log(text);
  }
  // A key may fall below the share again, such as by a larger plan: it is not told twice on one day.
  const days = new Set(read.keys.map(({ calls }) => calls?.resetsAt));
  const ofToday = Object.entries(state.told).filter(([, day]) => days.has(day));
  const told = Object.fromEntries([...ofToday, ...warnings.map(({ keyId, day }) => [keyId, day])]);
  writeState({ request, etag: read.etag, told });
}

/** Prints an error once a day. */
function report(error, state) {
  const { kind = 'file', message } = error;
  const today = new Date().toISOString().slice(0, 10);
  if (state.told[kind] === today) return;
  console.error(message);
  if (kind === 'state') return;
  try {
    writeState({ ...state, told: { ...state.told, [kind]: today } });
  } catch (unwritable) {
    console.error(unwritable.message);
  }
}

const state = readState();
await run(state).catch((error) => {
  process.exitCode = error.exitCode ?? 1;
  report(error, state);
});
