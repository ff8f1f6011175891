import * as v from 'valibot';

const part = v.variant('kind', [
  v.object({ kind: v.picklist(['html', 'code']), content: v.string() }),
  v.object({ kind: v.literal('table'), content: v.string(), label: v.string() }),
]);

/** A document as dashboard/build/rendered-markdown.ts makes it. */
export const renderedPage = v.object({
  sections: v.array(v.object({ id: v.string(), title: v.string() })),
  parts: v.array(part),
});

export type RenderedPage = v.InferOutput<typeof renderedPage>;

export const parseRenderedPage = (text: string): RenderedPage => v.parse(renderedPage, JSON.parse(text));
