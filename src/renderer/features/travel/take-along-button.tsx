import { ActionIcon } from '@mantine/core';
import { IconLuggage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ResourceName } from '#shared/domain/resources';
import { Hint } from '../../ui/hint';
import { recordPin } from './travel-pins';
import { useTakeAlong } from './use-take-along';

/**
 * The button on an open record that adds it or removes it. Renders nothing for kinds that cannot be added.
 */
export const TakeAlongButton = ({ resource, id }: { resource: ResourceName; id: string }) => {
  const { t } = useTranslation();
  const { has, toggle } = useTakeAlong();
  const pin = recordPin(resource, id);
  if (pin === null) return null;
  const isTaken = has(pin);
  const label = t(isTaken ? 'travel.leave' : 'travel.take');
  return (
    <Hint label={`${label} · P`}>
      <ActionIcon
        aria-label={label}
        aria-pressed={isTaken}
        {...(isTaken ? { variant: 'light' } : {})}
        onClick={() => toggle([pin])}
      >
        <IconLuggage size={16} />
      </ActionIcon>
    </Hint>
  );
};
