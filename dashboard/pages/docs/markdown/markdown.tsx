import { Link } from '@tanstack/react-router';
import { createElement } from 'react';
import { CodeBlock } from '../../../components/code-block.tsx';
import { Table } from '../../../components/table.tsx';
import { type Block, markdownBlocks } from './blocks.ts';
import { type Inline, inlineParts, linkTarget } from './inline.ts';
import styles from './markdown.module.css';

/** A page in Markdown without its title, which is the title of the dashboard's page. */
export function Markdown({ page }: { readonly page: string }) {
  const blocks = markdownBlocks(page).filter((block) => block.kind !== 'heading' || block.level > 1);
  return (
    <div className={styles.markdown}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes its order
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading':
      return createElement(`h${block.level}`, { id: block.id, className: styles.heading }, <Text text={block.text} />);
    case 'paragraph':
      return (
        <p>
          <Text text={block.text} />
        </p>
      );
    case 'code':
      return <CodeBlock text={block.text} label="example" />;
    case 'list':
      return createElement(
        block.isOrdered ? 'ol' : 'ul',
        { className: styles.list },
        block.items.map((item) => (
          <li key={item}>
            <Text text={item} />
          </li>
        )),
      );
    case 'table':
      return <TableView {...block} />;
  }
}

const TableView = ({ head, rows }: Extract<Block, { kind: 'table' }>) => (
  <Table label={head.filter(Boolean).join(', ')}>
    <thead>
      <tr>
        {head.map((cell) => (
          <th key={cell} scope="col">
            <Text text={cell} />
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.join('|')}>
          {row.map((cell, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their column
            <td key={column} className={styles.cell}>
              <Text text={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </Table>
);

/** A text with code, bold text and links. */
export const Text = ({ text }: { readonly text: string }) =>
  inlineParts(text).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order
    <InlineView key={index} part={part} />
  ));

function InlineView({ part }: { readonly part: Inline }) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'bold':
      return (
        <strong>
          <Text text={part.text} />
        </strong>
      );
    case 'link':
      return <DocumentLink to={part.to} text={part.text} />;
  }
}

/** A link to a page of the dashboard, or to another site. */
function DocumentLink({ to, text }: { readonly to: string; readonly text: string }) {
  const target = linkTarget(to);
  const label = <Text text={text.replace(/^https?:\/\//, '')} />;
  if (target === undefined) return label;
  const isPage = target.startsWith('/') && !/\.[a-z]+$/.test(target);
  if (!isPage) return <a href={target}>{label}</a>;
  const [path = '', hash] = target.split('#');
  return (
    <Link to={path} hash={hash}>
      {label}
    </Link>
  );
}
