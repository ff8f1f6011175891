import { QueryDefinition, QueryString } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { GatewayFunction } from '../functions/gateway-function.ts';
import type { MonitoredResources } from './metrics.ts';
import { refusedByState } from './top-keys.ts';

/** Write the id of a key or a request here. */
const placeholder = '"key_…"';

/** Questions of one key, as Logs Insights saves queries: in the console under the instance's name. */
const queriesOf = ({ api, proxy, recordStream }: MonitoredResources) =>
  [
    {
      question: 'What fails for one key, and whose is it',
      logs: recordStream.tally.logs,
      filter: `event = "calls_failed" and keyId = ${placeholder}`,
      stats: 'sum(count) as calls by accountId, network, method, outcome',
      sort: 'calls desc',
    },
    {
      question: 'Which keys have the most failed calls',
      logs: recordStream.tally.logs,
      filter: 'event = "calls_failed"',
      stats: 'sum(count) as calls by keyId, accountId, network, outcome',
      sort: 'calls desc',
    },
    {
      question: 'Which methods fail',
      logs: recordStream.tally.logs,
      filter: 'event = "calls_failed"',
      stats: 'sum(count) as calls by network, method, outcome',
      sort: 'calls desc',
    },
    {
      question: 'How many requests one key makes, and how slow they are',
      logs: api.accessLogs,
      filter: `keyId = ${placeholder}`,
      stats: 'count(*) as requests, max(responseLatency) as slowest by route, status',
      sort: 'requests desc',
    },
    {
      question: 'Which keys are slow',
      logs: api.accessLogs,
      filter: 'responseLatency > 5000',
      stats: 'count(*) as requests, max(responseLatency) as slowest by keyId, route',
      sort: 'requests desc',
    },
    {
      question: 'Which keys are refused because of their state',
      logs: proxy.logs,
      filter: `outcome in ${JSON.stringify(refusedByState)}`,
      stats: 'sum(count) as requests by keyId, outcome',
      sort: 'requests desc',
    },
    {
      question: 'What failed in the gateway itself',
      logs: proxy.logs,
      filter: 'event = "request_failed"',
      stats: 'count(*) as requests by reason, detail',
      sort: 'requests desc',
    },
  ] satisfies readonly SavedQuery[];

type SavedQuery = {
  readonly question: string;
  readonly logs: GatewayFunction['logs'];
  readonly filter: string;
  readonly stats: string;
  readonly sort: string;
};

/** Saved queries of Logs Insights, named after their questions. They cost nothing until somebody runs one. */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, watched: MonitoredResources) {
    super(scope, id);
    for (const { question, logs, filter, stats, sort } of queriesOf(watched)) {
      new QueryDefinition(this, question.replaceAll(/\W/g, ''), {
        queryDefinitionName: `sluice-${watched.stage.instance}/${question}`,
        queryString: new QueryString({ filterStatements: [filter], statsStatements: [stats], sort, limit: 100 }),
        logGroups: [logs],
      });
    }
  }
}
