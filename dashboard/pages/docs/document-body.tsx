import { CodeBlock } from '../../components/code-block.tsx';
import { Html } from '../../components/html.tsx';
import { HtmlTable } from '../../components/table.tsx';
import styles from './document-body.module.css';
import type { RenderedPage } from './rendered-page.ts';

/** A document without its title, which is the title of the dashboard's page. */
export const DocumentBody = ({ parts }: Pick<RenderedPage, 'parts'>) => (
  <div className={styles.page}>
    {parts.map((each, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes its order
      <PartView key={index} {...each} />
    ))}
  </div>
);

function PartView(shown: RenderedPage['parts'][number]) {
  switch (shown.kind) {
    case 'html':
      return <Html as="div" className={styles.html} html={shown.content} />;
    case 'code':
      return <CodeBlock text={shown.content} label="example" />;
    case 'table':
      return <HtmlTable label={shown.label} html={shown.content} />;
  }
}
