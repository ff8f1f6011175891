/** HTML that needs no escaping any more. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Html[];

/** A template of HTML; it escapes what is filled in. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => `${text}${write(parts[index - 1] ?? '')}${string}`));
}

function write(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = new Html(`<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; }
.fake { background: #fff3c4; border: 1px solid #8a6d00; padding: .5rem 1rem; }
.problem { background: #fde8e8; border: 1px solid #9b1c1c; padding: .5rem 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .5rem .25rem 0; }
button { font: inherit; padding: .4rem 1rem; margin: .25rem .5rem .25rem 0; cursor: pointer; }
</style>`);

/** A whole page. Its title and first lines say that it is a fake. */
export const page = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} (fake of Stripe)</title>
${style}
</head>
<body>
<header class="fake"><p><strong>This is a fake of Stripe.</strong> No money moves. Do not enter a real card.</p></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text;

/** A message about an error that screen readers announce; empty without one. */
export const problem = (message: string | undefined): Html =>
  message === undefined ? html`` : html`<p class="problem" role="alert">${message}</p>`;
