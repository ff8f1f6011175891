import * as http from 'node:http';
import * as https from 'node:https';

// The minimum cost of a call with Node's client: nothing is signed, marshalled, checked or timed.

const tableName = 'Directory';
const key = { pk: `SECRET#${'a'.repeat(64)}`, sk: 'SECRET' };

const { protocol, hostname, port } = new URL(process.env.AWS_ENDPOINT_URL ?? '');
const { Agent, request } = protocol === 'https:' ? https : http;
const agent = new Agent({ keepAlive: true });
const body = JSON.stringify({
  TableName: tableName,
  Key: { pk: { S: key.pk }, sk: { S: key.sk } },
  ConsistentRead: true,
});
const headers = {
  'content-type': 'application/x-amz-json-1.0',
  'content-length': Buffer.byteLength(body),
  'x-amz-target': 'DynamoDB_20120810.GetItem',
};

export const getItem = (): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: hostname, port, method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    });
    sent.once('error', reject);
    sent.end(body);
  });
