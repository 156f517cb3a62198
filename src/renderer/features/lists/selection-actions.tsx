/** The buttons of the footer for the selected rows. */
import { Button } from '@mantine/core';
import { IconCopy, IconExternalLink, IconFileExport, IconLuggage, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface MarkedActionProps {
  label: string;
  icon: typeof IconCopy;
  /** True for a button without a border. */
  quiet?: boolean;
  onChoose: () => void;
}

const MarkedAction = ({ label, icon: Icon, quiet = false, onChoose }: MarkedActionProps) => (
  <Button
    {...(quiet ? { variant: 'subtle', color: 'gray' } : { variant: 'default' })}
    size="compact-xs"
    leftSection={<Icon size={13} />}
    onClick={onChoose}
  >
    {label}
  </Button>
);

interface MarkedActionsProps {
  onCopy: () => void;
  onExport: () => void;
  /** Adds the rows to Travel; undefined for a kind that Travel does not have. */
  onTakeAlong: (() => void) | undefined;
  /** Opens the record; undefined unless exactly one row is selected. */
  onOpen: (() => void) | undefined;
  onClear: () => void;
}

export const MarkedActions = ({ onCopy, onExport, onTakeAlong, onOpen, onClear }: MarkedActionsProps) => {
  const { t } = useTranslation();
  return (
    <>
      <MarkedAction label={t('lists.copyRows')} icon={IconCopy} onChoose={onCopy} />
      <MarkedAction label={t('export.action')} icon={IconFileExport} onChoose={onExport} />
      {onTakeAlong === undefined ? null : (
        <MarkedAction label={t('travel.take')} icon={IconLuggage} onChoose={onTakeAlong} />
      )}
      {onOpen === undefined ? null : (
        <MarkedAction label={t('lists.open')} icon={IconExternalLink} onChoose={onOpen} />
      )}
      <MarkedAction label={t('lists.clearMarks')} icon={IconX} quiet onChoose={onClear} />
    </>
  );
};
