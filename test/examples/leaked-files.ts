import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** Files in which keys usually leak, by name, with a secret in each. */
export const leakedFiles = (secret: string): Readonly<Record<string, string>> => ({
  '.env': `RPC_URL=https://rpc.example\nRPC_API_KEY=${secret}\n`,
  'quoted.env': `export RPC_API_KEY="${secret}"\n`,
  'config.json': `{"rpc":{"headers":{"X-API-KEY":"${secret}"}}}`,
  'escaped.json': JSON.stringify({ log: `{"key":"${secret}"}\nnext` }),
  'config.yaml': `rpc:\n  apiKey: ${secret}\n`,
  'docker-compose.yml': `services:\n  bot:\n    environment:\n      - RPC_API_KEY=${secret}\n`,
  Dockerfile: `FROM node:24\nENV RPC_API_KEY=${secret}\n`,
  '.bash_history': `ls\ncurl https://rpc.example -H 'X-API-KEY: ${secret}' -d @body.json\n`,
  '.zsh_history': `: 1764150000:0;curl -H X-API-KEY:${secret} https://rpc.example\n`,
  'bot.ts': `const headers = { 'X-API-KEY': '${secret}' };\n`,
  'bot.py': `client = Client(url, extra_headers={"X-API-KEY": "${secret}"})\n`,
  'main.go': `req.Header.Set("X-API-KEY", \`${secret}\`)\n`,
  'bookmarks.html': `<a href="https://rpc.example/?key=${secret}&network=devnet">RPC</a>`,
  'encoded-url.txt': `https://login.example/?next=https%3A%2F%2Frpc.example%2F%3Fkey%3D${secret}%26network%3Ddevnet\n`,
  'notebook.ipynb': JSON.stringify({
    cells: [{ cell_type: 'code', source: ['import os\n', `os.environ["KEY"] = "${secret}"\n`], outputs: [] }],
  }),
  'output.ipynb': JSON.stringify({ cells: [{ outputs: [{ text: [`key:\n${secret}\n`] }] }] }),
  'bot.log': `2026-11-26T10:00:00Z INFO request headers={x-api-key=${secret}, accept=*/*}\n`,
  'fix.patch': `--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-RPC_API_KEY=\n+RPC_API_KEY=${secret}\n`,
  'terraform.tfvars': `rpc_api_key = "${secret}"\n`,
  'README.md': `Use the key \`${secret}\`.\n`,
  'alone.txt': secret,
});

const kinds: readonly (() => string)[] = [
  () => randomBytes(32).toString('hex'),
  () => randomBytes(33).toString('base64'),
  () => randomBytes(33).toString('base64url'),
  () => randomUUID(),
  () => `sha512-${createHash('sha512').update(randomBytes(8)).digest('base64')}`,
  () => `eyJhbGciOiJIUzI1NiJ9.${randomBytes(40).toString('base64url')}.${randomBytes(32).toString('base64url')}`,
  () => `sk_live_${randomBytes(24).toString('hex')}`,
  () => `ghp_${randomBytes(27).toString('base64url')}`,
  () => `slc_${randomBytes(8).toString('hex')}`,
  () => `misc_${randomBytes(40).toString('base64url')}`,
];

/** Random texts of the kinds that repositories are full of, and none of them a secret. */
export const randomTexts = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => kinds[index % kinds.length]?.() ?? '');

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Texts with the form of a secret and a random end in place of the checksum. */
export const lookAlikes = (count: number): string[] =>
  Array.from({ length: count }, () => {
    const characters = Array.from(randomBytes(38), (byte) => alphabet[byte % 62]);
    return `slc_${characters.join('')}`;
  });
