import {
  AttributeType,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  type TablePropsV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { dueIndex } from '../src/environment.ts';
import { billingOf } from './instance/capacity.ts';
import type { Stage } from './instance/stage.ts';

const pk = { name: 'pk', type: AttributeType.STRING };
const sk = { name: 'sk', type: AttributeType.STRING };
const expiresAt = 'expiresAt';

/** The five tables. docs/architecture.md lists the writers of each; the grants are where the functions are created. */
export class Tables extends Construct {
  /** Accounts, keys and secrets. */
  readonly directory: TableV2;
  /** Admitted calls, by key and day. */
  readonly admissions: TableV2;
  /** One row per HTTP request; its stream feeds the tally. */
  readonly records: TableV2;
  /** Tallies by key and time, and each key's days by account. */
  readonly usage: TableV2;
  /** The state of each network's nodes, and how they were on each day; written by watch. */
  readonly networks: TableV2;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    const table = (name: string, props: TablePropsV2) => new TableV2(this, name, { ...protection(stage), ...props });
    const restorable = (name: string, props: TablePropsV2) => table(name, { ...props, ...recovery(true) });
    const billing = billingOf(stage.capacity);

    this.directory = restorable('Directory', { partitionKey: pk, sortKey: sk, timeToLiveAttribute: expiresAt });
    this.admissions = table('Admissions', { billing, partitionKey: pk, timeToLiveAttribute: expiresAt });
    this.records = table('Records', {
      billing,
      partitionKey: pk,
      sortKey: sk,
      timeToLiveAttribute: expiresAt,
      dynamoStream: StreamViewType.NEW_IMAGE,
    });
    this.usage = restorable('Usage', {
      partitionKey: pk,
      sortKey: sk,
      timeToLiveAttribute: expiresAt,
      globalSecondaryIndexes: [due],
    });
    this.networks = table('Networks', {
      partitionKey: { name: 'network', type: AttributeType.STRING },
      timeToLiveAttribute: expiresAt,
    });
  }
}

/** The days that are due to be computed: only these items have the index's partition key. */
const due = {
  indexName: dueIndex.name,
  partitionKey: { name: dueIndex.partitionKey, type: AttributeType.STRING },
  sortKey: sk,
  projectionType: ProjectionType.KEYS_ONLY,
};

/** Only for tables from which rows are ever restored (docs/operating.md, "Backup and restore"): the others are made again. */
const recovery = (pointInTimeRecoveryEnabled: boolean) => ({
  pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled },
});

const protection = (stage: Stage) => ({
  encryption: stage.encryptionKey
    ? TableEncryptionV2.customerManagedKey(stage.encryptionKey)
    : TableEncryptionV2.dynamoOwnedKey(),
  ...recovery(false),
  deletionProtection: stage.deletionProtection,
  removalPolicy: stage.removalPolicy,
});
