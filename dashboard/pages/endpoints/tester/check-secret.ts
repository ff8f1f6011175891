// Any prefix that an operator can choose, but not that of account tokens, which endpoints refuse.
const secretPattern = /^(?!slt_)[A-Za-z]{2,8}_[\dA-Za-z]{38}$/;
const secretInText = /[A-Za-z]{2,8}_[\dA-Za-z]{38}/;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const checksumLength = 6;
// The characters that an HTTP header carries unchanged: visible ASCII.
const visible = /^[\x21-\x7e]+$/;

/** What the format of a secret shows: a prefix such as `slc_`, 32 letters and digits, and 6 characters of their CRC-32. */
export type SecretCheck = 'empty' | 'unsendable' | 'malformed' | 'mistyped' | 'valid';

/** Checks the format of a secret, without spaces around it. */
export function checkSecret(secret: string): SecretCheck {
  if (secret === '') return 'empty';
  if (!visible.test(secret)) return 'unsendable';
  if (!secretPattern.test(secret)) return 'malformed';
  return checksumOf(secret.slice(0, -checksumLength)) === secret.slice(-checksumLength) ? 'valid' : 'mistyped';
}

/** Whether a text has a secret in it: such a text is never kept. */
export const hasSecret = (text: string): boolean => secretInText.test(text);

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

/** The CRC-32 (ISO 3309) of an ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let at = 0; at < text.length; at += 1) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
