import { Aws } from 'aws-cdk-lib';
import { ConcreteWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { rowHeight } from './question.ts';

/** The keys that come first by a rule of Contributor Insights: a widget that the CDK has none for. */
export class TopKeysWidget extends ConcreteWidget {
  readonly #title: string;
  readonly #ruleName: string;

  constructor(width: number, title: string, ruleName: string) {
    super(width, rowHeight);
    this.#title = title;
    this.#ruleName = ruleName;
  }

  override toJson() {
    const properties = {
      title: this.#title,
      view: 'timeSeries',
      region: Aws.REGION,
      period: 300,
      insightRule: { maxContributorCount: 10, orderBy: 'Sum', ruleName: this.#ruleName },
      legend: { position: 'right' },
    };
    return [{ type: 'metric', width: this.width, height: this.height, x: this.x, y: this.y, properties }];
  }
}
