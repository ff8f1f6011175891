import { GraphWidget, type GraphWidgetProps, type IWidget, TextWidget } from 'aws-cdk-lib/aws-cloudwatch';

/** A row of the overview: a question, where its answer is to be seen, and the widgets that answer it. */
export type Question = {
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
export const rowOf = ({ title, hint, widgets }: Question): IWidget[] => [
  new TextWidget({ markdown: `## ${title}\n${hint}`, width: titleWidth, height: rowHeight }),
  ...widgets,
];

/** A graph in a row: from zero, with the names of its lines to its right. */
export const graph = (width: number, title: string, props: Omit<GraphWidgetProps, 'width' | 'title'>): GraphWidget =>
  new GraphWidget({ leftYAxis: { min: 0, showUnits: false }, ...props, title, width, height: rowHeight });
