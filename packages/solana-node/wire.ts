import { getBase58Encoder } from '@solana/kit';
import { invalidParams } from './rpc-errors.ts';
import { readTransaction, type Transaction } from './transaction.ts';

/** A transaction fits into one packet (PACKET_DATA_SIZE in solana-packet). */
const maximumBytes = 1232;

/** The longest text of a packet, per encoding (rpc/src/rpc.rs in anza-xyz/agave). */
const maximumText = { base58: 1683, base64: 1644 } as const;

export const wireEncodings = ['base58', 'base64'] as const;

type WireEncoding = (typeof wireEncodings)[number];

/**
 * Decodes bytes from text.
 * @throws {RpcError} -32602 if they are longer than a packet or not in that encoding
 */
function decodeWire(text: string, encoding: WireEncoding): Uint8Array {
  if (text.length > maximumText[encoding]) {
    throw invalidParams(
      `${encoding} encoded VersionedTransaction too large: ${text.length} bytes ` +
        `(max: encoded/raw ${maximumText[encoding]}/${maximumBytes})`,
    );
  }
  const bytes = decodeText(text, encoding);
  if (bytes.length > maximumBytes) {
    throw invalidParams(`decoded VersionedTransaction too large: ${bytes.length} bytes (max: ${maximumBytes} bytes)`);
  }
  return bytes;
}

function decodeText(text: string, encoding: WireEncoding): Uint8Array {
  if (encoding === 'base64') {
    const bytes = Buffer.from(text, 'base64');
    // Buffer ignores invalid characters.
    if (bytes.toString('base64') !== text) throw invalidParams('invalid base64 encoding: InvalidByte');
    return new Uint8Array(bytes);
  }
  try {
    return new Uint8Array(getBase58Encoder().encode(text));
  } catch {
    throw invalidParams('invalid base58 encoding: InvalidCharacter');
  }
}

/**
 * Decodes a client's transaction. Default encoding: base58.
 * @throws {RpcError} -32602 for an invalid transaction
 */
export function wireTransaction(data: string, encoding: WireEncoding | null | undefined): Transaction {
  return readTransaction(decodeWire(data, encoding ?? 'base58'));
}
