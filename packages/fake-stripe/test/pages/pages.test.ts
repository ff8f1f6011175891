import { describe, expect, test } from '@jest/globals';
import { html, page } from '../../pages/html.ts';
import { formatMoney } from '../../pages/money.ts';
import { writePdf } from '../../pages/pdf.ts';

describe('pages', () => {
  test('escape what is filled in, and say that they are a fake', () => {
    const written = page('A & B', html`<p title="${'"<'}">${'<script>'}</p>${[html`<i>1</i>`, html`<i>${2}</i>`]}`);
    expect(written).toContain('<title>A &#38; B (fake of Stripe)</title>');
    expect(written).toContain('<p title="&#34;&#60;">&#60;script&#62;</p><i>1</i><i>2</i>');
    expect(written).toContain('This is a fake of Stripe.');
  });

  test('money has the decimals of its currency', () => {
    expect([formatMoney(2000, 'usd'), formatMoney(-5, 'usd'), formatMoney(500, 'jpy')]).toEqual([
      '$20.00',
      '-$0.05',
      '¥500',
    ]);
  });
});

describe('PDFs', () => {
  test('are well-formed: each offset of the table leads to its object', () => {
    const file = writePdf(['Invoice (1) \\ 20 €', 'zwölf']).toString('latin1');
    expect(file).toContain('(Invoice \\(1\\) \\\\ 20 ?) Tj');
    expect(file).toContain('(zwölf) Tj');
    const table = Number(/startxref\n(\d+)/.exec(file)?.[1]);
    expect(file.slice(table, table + 4)).toBe('xref');
    const offsets = Array.from(file.slice(table).matchAll(/^(\d{10}) 00000 n/gm), ([, offset]) => Number(offset));
    expect(offsets).toHaveLength(5);
    for (const [index, offset] of offsets.entries())
      expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`));
    const stream = /\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(file);
    expect(stream?.[2]).toHaveLength(Number(stream?.[1]));
  });
});
