/** A display name that needs no quotation marks (RFC 5322: characters of an atom, and spaces). */
const plain = /^[\w!#$%&'*+/=?^`{|}~ -]+$/;
const ascii = /^[\x20-\x7e]*$/;

/** An encoded word has at most 75 characters (RFC 2047, 2), of which `=?UTF-8?B?` and `?=` take 12: 45 bytes in base64. */
const mostBytes = 45;

/**
 * The sender of mails, as `From` has it. Amazon SES and Cognito write it into the mail as it is, and refuse a name with
 * characters outside ASCII unless it is encoded (SES, "Sending raw email"); a comma or a dot needs quotation marks.
 */
export const mailSender = (name: string, address: string): string => `${senderName(name)} <${address}>`;

/** The name alone, for an option that adds the address itself. */
export function senderName(name: string): string {
  if (plain.test(name)) return name;
  if (ascii.test(name)) return `"${name.replaceAll(/["\\]/g, '\\$&')}"`;
  return pieces(name)
    .map((piece) => `=?UTF-8?B?${Buffer.from(piece).toString('base64')}?=`)
    .join(' ');
}

/** Between characters: no encoded word may end inside of one. */
function pieces(name: string): string[] {
  const found = [''];
  for (const character of name) {
    const longer = `${found.at(-1)}${character}`;
    if (Buffer.byteLength(longer) <= mostBytes) found[found.length - 1] = longer;
    else found.push(character);
  }
  return found;
}
