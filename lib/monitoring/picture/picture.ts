import { readOverviewBody } from './overview-body.ts';
import { type Box, rectangle } from './svg.ts';
import { drawWidget } from './widgets.ts';

const unit = { width: 50, height: 40 };
const margin = 12;
const gap = 6;

const style = `text { font: 11px system-ui, sans-serif; fill: #414d5c }
.page { fill: #f2f3f3 } .card { fill: #fff; stroke: #d5dbdb; rx: 4 } .ok { fill: #dff2e1; rx: 3 } .grid { stroke: #e9ebed }
.title { font-weight: 600; font-size: 12px; fill: #16191f } .question { font-weight: 700; font-size: 16px; fill: #16191f }
.hint { fill: #687078 } .figure { font-size: 30px; fill: #16191f }`;

/**
 * The layout of the overview as an SVG: every widget in its place, with its title and the names of its lines.
 * @param body the dashboard's body as JSON, with something in the place of each reference
 */
export function drawOverview(body: string): string {
  const widgets = readOverviewBody(body);
  const edge = (lengths: readonly number[], pixels: number) => Math.max(...lengths) * pixels + 2 * margin;
  const page: Box = {
    x: 0,
    y: 0,
    width: edge(
      widgets.map(({ x, width }) => x + width),
      unit.width,
    ),
    height: edge(
      widgets.map(({ y, height }) => y + height),
      unit.height,
    ),
  };
  const drawn = widgets.flatMap((widget) => drawWidget(widget, boxOf(widget)));
  const size = `width="${page.width}" height="${page.height}" viewBox="0 0 ${page.width} ${page.height}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>`,
    '<title>The layout of the overview: five questions, a row of widgets each</title>',
    `<style>${style}</style>`,
    rectangle(page, 'class="page"'),
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

const boxOf = ({ x, y, width, height }: Box): Box => ({
  x: margin + x * unit.width,
  y: margin + y * unit.height,
  width: width * unit.width - gap,
  height: height * unit.height - gap,
});
