import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A fake CloudFormation with one stack and its outputs, for `npm run sluice -- … --stage`. */
export type CloudFormation = { readonly url: string; stop(): void };

export async function startCloudFormation(
  stackName: string,
  outputs: Readonly<Record<string, string>>,
): Promise<CloudFormation> {
  const server = createServer(async (request, response) => {
    const known = new URLSearchParams(await text(request)).get('StackName') === stackName;
    response
      .writeHead(known ? 200 : 400, { 'Content-Type': 'text/xml' })
      .end(known ? described(stackName, outputs) : unknown);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

const unknown =
  '<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>No such stack</Message></Error></ErrorResponse>';

function described(stackName: string, outputs: Readonly<Record<string, string>>): string {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const stack =
    `<StackName>${stackName}</StackName><StackStatus>CREATE_COMPLETE</StackStatus>` +
    `<CreationTime>2026-11-20T00:00:00Z</CreationTime><Outputs>${members.join('')}</Outputs>`;
  const result = `<DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult>`;
  return `<DescribeStacksResponse>${result}</DescribeStacksResponse>`;
}
