import { Aws } from 'aws-cdk-lib';
import {
  ConcreteWidget,
  GraphWidget,
  type GraphWidgetProps,
  type IWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';

/** A row of the overview: a question, where its answer is to be seen, and the widgets that answer it. */
export type OverviewRow = {
  readonly title: string;
  /** What a good answer looks like. */
  readonly hint: string;
  /** Their widths add up to {@link answerWidth}. */
  readonly widgets: readonly IWidget[];
};

const gridWidth = 24;
const titleWidth = 4;

/** What a row has for its widgets. */
export const answerWidth = gridWidth - titleWidth;

/** So that five rows fit on one screen. */
export const rowHeight = 4;

/** A question with its widgets, in a row. */
export const widgetsOf = ({ title, hint, widgets }: OverviewRow): IWidget[] => [
  new TextWidget({ markdown: `## ${title}\n${hint}`, width: titleWidth, height: rowHeight }),
  ...widgets,
];

/** A graph in a row: from zero, with the names of its lines to its right. */
export const graph = (width: number, title: string, props: Omit<GraphWidgetProps, 'width' | 'title'>): GraphWidget =>
  new GraphWidget({ leftYAxis: { min: 0, showUnits: false }, ...props, title, width, height: rowHeight });

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
