// Prints a new secret of the key, for the workflow beside it. The secret in use works on for the grace period.

import { newSecret, RotationError } from './rotate-key.mjs';

const { API_URL = '', KEY_ID, ACCOUNT_TOKEN = '', GRACE_HOURS = '24', RPC_API_KEY = '', GITHUB_RUN_ID } = process.env;
const gateway = {
  apiUrl: API_URL.replace(/\/$/, ''),
  keyId: KEY_ID,
  token: ACCOUNT_TOKEN.trim(),
  graceHours: Number(GRACE_HOURS),
};

try {
  // A run that is started again has the same id.
  console.log(await newSecret(gateway, RPC_API_KEY.trim(), `github-${GITHUB_RUN_ID}`));
} catch (error) {
  if (!(error instanceof RotationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
