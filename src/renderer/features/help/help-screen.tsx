/** The guide for reps, page by page, in the language of the app. */
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../client/preferences';
import { setParams, useRoute } from '../../navigation/router';
import { PageHeader } from '../../ui/layout';
import { guidePages, guidePicture } from './guide-pages';
import css from './help.module.css';
import { type Block, type Inline, readGuide, titleOf } from './read-guide';

const Words = ({ parts }: { parts: readonly Inline[] }) =>
  parts.map((part, at) => {
    const key = `${at}`;
    if (part.kind === 'strong') return <strong key={key}>{part.text}</strong>;
    if (part.kind === 'code') return <kbd key={key}>{part.text}</kbd>;
    return <Fragment key={key}>{part.text}</Fragment>;
  });

const GuideBlock = ({ block }: { block: Block }) => {
  const language = usePreferences((state) => state.language);
  switch (block.kind) {
    case 'title':
      return null;
    case 'heading':
      return (
        <h3>
          <Words parts={block.content} />
        </h3>
      );
    case 'paragraph':
      return (
        <p>
          <Words parts={block.content} />
        </p>
      );
    case 'list': {
      const items = block.items.map((item, at) => (
        <li key={`${at}`}>
          <Words parts={item} />
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return (
        <table>
          <thead>
            <tr>
              {block.head.map((cell, at) => (
                <th key={`${at}`} scope="col">
                  <Words parts={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, at) => (
              <tr key={`${at}`}>
                {row.map((cell, column) => (
                  <td key={`${column}`}>
                    <Words parts={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'image': {
      const source = guidePicture(language, block.name);
      return source === undefined ? null : <img src={source} alt={block.alt} loading="lazy" />;
    }
  }
};

export const HelpScreen = () => {
  const { t } = useTranslation();
  const { params } = useRoute();
  const pages = guidePages(usePreferences((state) => state.language));
  const page = pages.find(({ name }) => name === params.topic) ?? pages[0];
  if (page === undefined) return null;
  return (
    <>
      <PageHeader title={t('screen.help')} />
      <div className={css.layout}>
        <nav className={css.nav} aria-label={t('screen.help')}>
          {pages.map(({ name, source }) => (
            <a
              key={name}
              href={`#/help?topic=${name}`}
              className={css.topic}
              {...(name === page.name ? { 'aria-current': 'page' as const } : {})}
              onClick={(event) => {
                event.preventDefault();
                setParams({ topic: name });
              }}
            >
              {titleOf(source)}
            </a>
          ))}
        </nav>
        <article className={css.page} key={page.name} tabIndex={0} aria-label={titleOf(page.source)}>
          <div className={css.text}>
            <h2>{titleOf(page.source)}</h2>
            {readGuide(page.source).map((block, at) => (
              <GuideBlock key={`${at}`} block={block} />
            ))}
          </div>
        </article>
      </div>
    </>
  );
};
