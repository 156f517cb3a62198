import { RESOURCES } from '#shared/domain/resources';
import { usePreferences } from '../../client/preferences';
import { sentences } from '../../format/sentences';
import { useMissingTexts } from '../../records/missing-text';
import css from './palette.module.css';

/** The kinds that a rep looks for. The names of colleagues are not among them. */
const SEARCHED = RESOURCES.filter((resource) => resource !== 'user');

/**
 * Says below the results that records may be in the CRM and not on this computer. Kinds that are left out are
 * named only if nothing was found (`foundNone`), because they may be left out for ever.
 */
export const PaletteNote = ({ foundNone }: { foundNone: boolean }) => {
  const locale = usePreferences((state) => state.language);
  const { absent, incomplete } = useMissingTexts(SEARCHED);
  const text = sentences([foundNone ? absent : '', incomplete], locale);
  return text === '' ? null : (
    <div className={css.note} role="status">
      {text}
    </div>
  );
};
