import { Tooltip } from '@mantine/core';
import { useMemo } from 'react';
import { TargetElement, useOpenAfterMount } from './target-element';

interface HintBubbleProps {
  target: HTMLElement;
  label: string;
  multiline: boolean;
  shown: boolean;
}

const NO_EVENTS = { hover: false, focus: false, touch: false };

/** The small text beside the element under the pointer. */
export const HintBubble = ({ target, label, multiline, shown }: HintBubbleProps) => {
  const opened = useOpenAfterMount(shown);
  const at = useMemo(() => ({ current: target }), [target]);
  return (
    <Tooltip
      label={label}
      opened={opened}
      events={NO_EVENTS}
      multiline={multiline}
      {...(multiline ? { style: { whiteSpace: 'pre' } } : {})}
    >
      <TargetElement target={at} />
    </Tooltip>
  );
};
