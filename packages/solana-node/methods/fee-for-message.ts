import { feeOf } from '../fees.ts';
import { readMessage } from '../transaction.ts';
import { decodeWire } from '../wire.ts';
import { withContext } from './context.ts';
import { method } from './method.ts';
import { contextConfig, text } from './parameters.ts';

/** What a message would cost, in lamports; null where its blockhash has expired. */
export const getFeeForMessage = method([text, contextConfig], 1, (node, data, config) => {
  const message = readMessage(decodeWire(data, 'base64', 'VersionedMessage'));
  const slot = node.slotFor(config);
  return withContext(slot, node.blockhashes.isValid(message.lifetimeToken, slot) ? feeOf(message) : null);
});
