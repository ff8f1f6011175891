import type { AttributeValue } from '@aws-sdk/client-dynamodb-streams';

type Attributes = Record<string, AttributeValue>;

/** Attribute values as they stand in an event: those of DynamoDB's JSON, binary ones in base64. */
export const encodeAttributes = (attributes: Attributes): Record<string, unknown> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, encodeValue(value)]));

function encodeValue(value: AttributeValue): unknown {
  if (value.B) return { B: base64(value.B) };
  if (value.BS) return { BS: value.BS.map(base64) };
  if (value.L) return { L: value.L.map(encodeValue) };
  if (value.M) return { M: encodeAttributes(value.M) };
  return value;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
