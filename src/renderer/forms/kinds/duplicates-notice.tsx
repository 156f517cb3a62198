/**
 * Shows companies and leads that may be duplicates of the record in the form. It searches on disk, so it also
 * works offline.
 */
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { placeOf } from '../../navigation/places';
import { core } from '../../client/client';
import { ask, queryKeys } from '../../client/query-keys';
import { openOnScreen } from '../../records/panel-state';
import { useForm, useFormActions } from '../session/form-context';
import css from '../forms.module.css';
import { Notice } from '../fields/notice';
import { type ComparedFacts, comparedFacts } from './compared-facts';

const AFTER_MS = 300;
const SHOWN = 4;

export const DuplicatesNotice = () => {
  const { t } = useTranslation();
  const { kind, target, intentId } = useForm(({ form }) => form);
  const { flush } = useFormActions();
  // The selector returns a text, because an object would be new on every keystroke.
  const said = useForm(({ form, values }) =>
    JSON.stringify(comparedFacts(values, form.target === null ? null : form.start)),
  );
  const [wanted] = useDebouncedValue(said, AFTER_MS);
  const found =
    useQuery({
      ...ask(queryKeys.duplicates(wanted, target, intentId), () =>
        core.outbox.possibleDuplicates({
          ...(JSON.parse(wanted) as ComparedFacts),
          exceptId: target ?? intentId,
        }),
      ),
      placeholderData: keepPreviousData,
      enabled: kind === 'company' || kind === 'lead',
    }).data ?? [];
  if (found.length === 0) return null;
  const open = (resource: 'company' | 'lead', id: string): void => {
    void flush().then(() => openOnScreen(placeOf(resource), { resource, id }));
  };
  return (
    <Notice tone="yellow" title={t('form.duplicates', { count: found.length })} live>
      <ul className={css.duplicates}>
        {found.slice(0, SHOWN).map((item) => (
          <li key={`${item.resource}${item.id}`}>
            <button
              type="button"
              className={css.link}
              onClick={() => open(item.resource === 'lead' ? 'lead' : 'company', item.id)}
            >
              {item.title || item.id}
            </button>
            <span className={css.faint}>
              {[
                t(`resourceOne.${item.resource}`),
                t('form.sameAs', {
                  what: item.because.map((why) => t(`form.because.${why}`)).join(t('form.and')),
                }),
              ].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
};
