/** The kinds that can be created, each with its key, and the drafts. */
import { useTranslation } from 'react-i18next';
import { useRoute } from '../../navigation/router';
import { useRecord } from '../../client/queries';
import { Kbd } from '../../ui/layout';
import { type AboutHere, aboutHere } from '../../navigation/about-here';
import { DraftList } from './draft-list';
import { openNew } from '../../navigation/form-route';
import css from '../forms.module.css';
import { KIND_ICONS } from './kind-icons';
import { NEW_KEYS, useNewKinds } from '../../navigation/new-dialog-state';

const AboutName = ({ about }: { about: AboutHere }) => (
  <small className={`${css.newAbout} truncate`}>
    {useRecord(about.resource, about.id).data?.title ?? ''}
  </small>
);

export const NewDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const kinds = useNewKinds();
  const { params } = useRoute();
  return (
    <div className={css.newList}>
      {kinds.map((kind, at) => {
        const Icon = KIND_ICONS[kind];
        const about = aboutHere(kind, params);
        return (
          <button
            key={kind}
            type="button"
            className={css.newItem}
            {...(at === 0 ? { 'data-autofocus': true } : {})}
            onClick={() => {
              onClose();
              openNew(kind, about);
            }}
          >
            <Icon size={16} stroke={1.7} aria-hidden />
            <span>{t(`form.new.${kind}`)}</span>
            {about === null ? null : <AboutName about={about} />}
            <Kbd>{NEW_KEYS[kind]}</Kbd>
          </button>
        );
      })}
      <p className={css.newElsewhere}>{t('form.newElsewhere')}</p>
      <DraftList onOpen={onClose} heading />
    </div>
  );
};
