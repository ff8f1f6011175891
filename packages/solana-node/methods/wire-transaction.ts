import type { TransactionEncoding } from '../encoding/transaction.ts';
import { invalidParams } from '../errors.ts';
import { readTransaction, type Transaction } from '../transaction.ts';
import { decodeWire, type WireEncoding } from '../wire.ts';

/**
 * The transaction a client sends, in base58 where it does not say otherwise.
 * @throws {RpcError} -32602 where it is not one, or the encoding is not one of bytes.
 */
export function wireTransaction(data: string, encoding: TransactionEncoding | null | undefined): Transaction {
  return readTransaction(decodeWire(data, wireEncoding(encoding), 'VersionedTransaction'));
}

function wireEncoding(encoding: TransactionEncoding | null | undefined): WireEncoding {
  switch (encoding ?? 'base58') {
    case 'binary':
    case 'base58':
      return 'base58';
    case 'base64':
      return 'base64';
    default:
      throw invalidParams(`unsupported encoding: ${encoding}. Supported encodings: base58, base64`);
  }
}
