import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { drawOverview } from '../../../lib/monitoring/picture/picture.ts';
import { templateOf } from '../synthesis.ts';
import { overviewOf } from './overview-of.ts';

const file = fileURLToPath(new URL('../../../docs/images/monitoring.svg', import.meta.url));

test('docs/images/monitoring.svg shows the overview as prod has it (npm run monitoring-picture draws it anew)', () => {
  const picture = drawOverview(overviewOf(templateOf('prod')));
  if (process.env.UPDATE_PICTURE) writeFileSync(file, picture);
  expect(readFileSync(file, 'utf8')).toBe(picture);
});

test('a picture escapes what the names of things may hold', () => {
  const widget = { type: 'text', x: 0, y: 0, width: 24, height: 4, properties: { markdown: '## <a> & "b"\nhint' } };
  expect(drawOverview(JSON.stringify({ widgets: [widget] }))).toContain('&lt;a&gt; &amp; &quot;b&quot;');
});
