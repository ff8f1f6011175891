const secretPattern = /^slc_[\dA-Za-z]{38}$/;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const checksumLength = 6;
// What an HTTP header's value may hold without being changed: the visible characters of ASCII.
const visible = /^[\x21-\x7e]+$/;

/** What can be seen of a secret without asking anybody: `slc_`, 32 letters and digits, and 6 of their CRC-32. */
export type SecretCheck = 'empty' | 'unsendable' | 'other form' | 'mistyped' | 'good';

/** Looks at a secret as it was pasted, with no space around it. */
export function checkSecret(secret: string): SecretCheck {
  if (secret === '') return 'empty';
  if (!visible.test(secret)) return 'unsendable';
  if (!secretPattern.test(secret)) return 'other form';
  return checksumOf(secret.slice(0, -checksumLength)) === secret.slice(-checksumLength) ? 'good' : 'mistyped';
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let checksum = '';
  for (let place = 0; place < checksumLength; place += 1) {
    checksum = alphabet.charAt(rest % alphabet.length) + checksum;
    rest = Math.floor(rest / alphabet.length);
  }
  return checksum;
}

const polynomial = 0xedb88320;

/** The CRC-32 of ISO 3309, of a text of ASCII. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
