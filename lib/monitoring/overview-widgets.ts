import { Aws } from 'aws-cdk-lib';
import {
  ConcreteWidget,
  GraphWidget,
  type GraphWidgetProps,
  type IWidget,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';

/** A row of the overview: a question and the widgets that answer it. */
export type OverviewRow = {
  readonly title: string;
  /** What a healthy state looks like. */
  readonly hint: string;
  /** Their widths add up to {@link answerWidth}. */
  readonly widgets: readonly IWidget[];
};

const gridWidth = 24;
const titleWidth = 4;

/** The width that a row has for its widgets. */
export const answerWidth = gridWidth - titleWidth;

/** So that five rows fit on one screen. */
export const rowHeight = 4;

/** A row's title and hint, then its widgets. */
export const widgetsOf = ({ title, hint, widgets }: OverviewRow): IWidget[] => [
  new TextWidget({ markdown: `## ${title}\n${hint}`, width: titleWidth, height: rowHeight }),
  ...widgets,
];

/** A graph in a row; its axis starts at zero. */
export const graph = (width: number, title: string, props: Omit<GraphWidgetProps, 'width' | 'title'>): GraphWidget =>
  new GraphWidget({ leftYAxis: { min: 0, showUnits: false }, ...props, title, width, height: rowHeight });

/** Cuts a list into groups of at most so many. */
export const inGroups = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** The top keys of a Contributor Insights rule. The CDK has no widget for these. */
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
