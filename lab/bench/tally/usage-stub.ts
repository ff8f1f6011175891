import { json } from 'node:stream/consumers';
import * as v from 'valibot';
import { serve } from '../serve.ts';

// A Usage table that does not count: it reads each update and answers with the attributes that the update names, so
// that the answer is about as long as a real one. It prints its port.

const updateSchema = v.object({
  Key: v.record(v.string(), v.unknown()),
  UpdateExpression: v.string(),
  ExpressionAttributeNames: v.record(v.string(), v.string()),
  ExpressionAttributeValues: v.record(v.string(), v.unknown()),
});

function answerTo(input: unknown): unknown {
  const { Key, UpdateExpression, ExpressionAttributeNames, ExpressionAttributeValues } = v.parse(updateSchema, input);
  const written = [...UpdateExpression.matchAll(/(#\w+) (?:= )?(:\w+)/g)];
  const attributes = written.map(([, name = '', value = '']) => [
    ExpressionAttributeNames[name],
    ExpressionAttributeValues[value],
  ]);
  return { Attributes: { ...Key, ...Object.fromEntries(attributes) } };
}

await serve(async (request, response) => {
  const body = JSON.stringify(answerTo(await json(request)));
  response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
});
