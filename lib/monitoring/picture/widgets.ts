import { labelsOf, type MetricWidget, type Widget } from './overview-body.ts';
import { type Box, line, rectangle, text, widthOf, wrapped } from './svg.ts';

// CloudWatch's own colours, in its order.
const colours = ['#1f77b4', '#ff7f0e', '#2ca02c', '#d62728', '#9467bd', '#8c564b', '#e377c2', '#7f7f7f'];
const colour = (index: number): string => colours[index % colours.length] ?? '#7f7f7f';

const size = 11;
const padding = 10;

/** What is drawn of a widget in its box. */
export function drawWidget(widget: Widget, box: Box): string[] {
  if (widget.type === 'text') return question(widget.properties.markdown, box);
  const card = [
    rectangle(box, 'class="card"'),
    text(box.x + padding, box.y + 19, widget.properties.title, 'class="title"'),
  ];
  const inside = { x: box.x + padding, y: box.y + 28, width: box.width - 2 * padding, height: box.height - 38 };
  if (widget.type === 'alarm') return [...card, ...tiles(widget.properties.alarms, inside)];
  return [...card, ...contents(widget, inside)];
}

function question(markdown: string, { x, y, width }: Box): string[] {
  const [title = '', hint = ''] = markdown.split('\n');
  const titleLines = wrapped(title.replace(/^#+ /, ''), width - padding, 16);
  const hintLines = wrapped(hint, width - padding, size);
  return [
    ...titleLines.map((words, index) => text(x, y + 24 + 20 * index, words, 'class="question"')),
    ...hintLines.map((words, index) => text(x, y + 26 + 20 * titleLines.length + 15 * index, words, 'class="hint"')),
  ];
}

function tiles(names: readonly string[], { x, y, width, height }: Box): string[] {
  const columns = 2;
  const gap = 4;
  const rows = Math.ceil(names.length / columns);
  const tile = { width: (width - gap) / columns, height: height / rows - gap };
  return names.flatMap((name, index) => {
    const at = {
      x: x + (index % columns) * (tile.width + gap),
      y: y + Math.floor(index / columns) * (tile.height + gap),
    };
    return [rectangle({ ...at, ...tile }, 'class="ok"'), text(at.x + 6, at.y + tile.height / 2 + 4, name)];
  });
}

function contents(widget: MetricWidget, inside: Box): string[] {
  if (widget.properties.insightRule) return bars(inside);
  const labels = labelsOf(widget);
  if (widget.properties.view === 'singleValue') {
    return [text(inside.x, inside.y + 44, '$ …', 'class="figure"'), text(inside.x, inside.y + 64, labels.join(', '))];
  }
  const legend = legendOf(labels, inside);
  return [...plot(labels.length, { ...inside, height: inside.height - legend.height }), ...legend.drawn];
}

/** Keys by how much they contribute, whoever they are. */
const bars = ({ x, y, width, height }: Box): string[] =>
  Array.from({ length: 5 }, (_, index) => {
    const at = { x, y: y + (index * height) / 5, height: height / 5 - 6 };
    return [
      rectangle({ ...at, width: (width * 0.9) / (index + 1) }, `fill="${colour(index)}" opacity="0.35"`),
      text(x + 4, at.y + at.height - 4, 'key_…'),
    ].join('');
  });

function legendOf(labels: readonly string[], { x, y, width, height }: Box): { drawn: string[]; height: number } {
  const lineHeight = 15;
  let [at, row] = [0, 0];
  const places = labels.map((label) => {
    const wide = widthOf(label, size) + 22;
    if (at > 0 && at + wide > width) [at, row] = [0, row + 1];
    const place = { label, x: x + at, row };
    at += wide;
    return place;
  });
  const bottom = y + height - row * lineHeight;
  const drawn = places.flatMap((place, index) => {
    const base = bottom + place.row * lineHeight;
    const swatch = { x: place.x, y: base - 8, width: 9, height: 9 };
    return [rectangle(swatch, `fill="${colour(index)}"`), text(place.x + 13, base, place.label)];
  });
  return { drawn, height: (row + 1) * lineHeight };
}

/** Axes, and lines that stand for lines: no data is made up. */
function plot(lines: number, { x, y, width, height }: Box): string[] {
  const grid = [0, 0.5, 1].map((share) =>
    line(
      [
        [x, y + share * height],
        [x + width, y + share * height],
      ],
      'class="grid"',
    ),
  );
  const sketches = Array.from({ length: lines }, (_, index) => {
    const level = y + height - ((index + 1) * height) / (lines + 1);
    return line(
      [
        [x, level],
        [x + width, level],
      ],
      `stroke="${colour(index)}" stroke-width="1.5" stroke-dasharray="6 4"`,
    );
  });
  return [...grid, ...sketches];
}
