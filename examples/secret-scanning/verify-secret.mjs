// Answers TruffleHog: 200 if the checksum of a secret is right, otherwise 403. Needs Node 20.15 or later.
//
//   node verify-secret.mjs                                         # the checksum only: nothing leaves this machine
//   API_URL=https://dashboard.example.com node verify-secret.mjs   # 200 only for keys that work now. Of account tokens,
//                                                                  # it checks the checksum only
import { createServer } from 'node:http';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The CRC-32 of all before it, in 6 digits of base 62. */
function checksumOf(text) {
  let rest = crc32(text);
  let checksum = '';
  for (let digits = 0; digits < 6; digits += 1) {
    checksum = alphabet[rest % 62] + checksum;
    rest = Math.floor(rest / 62);
  }
  return checksum;
}

const isSecret = (text) =>
  /^[A-Za-z]{2,8}_[0-9A-Za-z]{38}$/.test(text) && checksumOf(text.slice(0, -6)) === text.slice(-6);

async function works(secret) {
  const { API_URL } = process.env;
  if (!API_URL || secret.startsWith('slt_')) return true;
  return (await fetch(`${API_URL}/v1/key`, { headers: { 'X-API-KEY': secret } })).ok;
}

/** TruffleHog sends {"sluice-secret": {"secret": ["slc_…"]}}: the match first, then its groups. */
async function statusOf(body) {
  try {
    const [secret] = JSON.parse(body)['sluice-secret'].secret;
    return isSecret(secret) && (await works(secret)) ? 200 : 403;
  } catch {
    return 400;
  }
}

const port = Number(process.env.PORT ?? 8998);

const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  response.writeHead(await statusOf(body)).end();
});
server.listen(port, '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${server.address().port}`);
});
