/** The pages of the guide and their pictures. They are bundled with the app, so that help works offline. */
import type { Language } from '../../client/languages';

const TEXTS = import.meta.glob<string>('../../../../docs/guide/*/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const PICTURES = import.meta.glob<string>('../../../../docs/guide/*/*.png', {
  query: '?url',
  import: 'default',
  eager: true,
});

export interface GuidePage {
  /** The name is the same in every language: `day`, `offline`, … */
  name: string;
  source: string;
}

const FOLDER = '../../../../docs/guide';

/** Returns the pages in the order of the numbers in their file names. */
export const guidePages = (language: Language): GuidePage[] =>
  Object.entries(TEXTS)
    .filter(([path]) => path.startsWith(`${FOLDER}/${language}/`))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, source]) => ({ name: /\d+-([\w-]+)\.md$/.exec(path)?.[1] ?? path, source }));

export const guidePicture = (language: Language, name: string): string | undefined =>
  PICTURES[`${FOLDER}/${language}/${name}`];
