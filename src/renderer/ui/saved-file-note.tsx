import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type FileResult, isSaved } from './save-file';
import css from './saved-file-note.module.css';

/** Says what became of a file. */
export const SavedFileNote = ({ file: { outcome, name } }: { file: FileResult }) => {
  const { t } = useTranslation();
  return (
    <span className={css.note} data-outcome={outcome}>
      {isSaved({ outcome }) ? <IconCheck size={15} aria-hidden /> : null}
      {t(`savedFile.${outcome}`, { name })}
    </span>
  );
};
