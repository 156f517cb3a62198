/**
 * A text field that grows with its text, between two heights. CSS alone sets the height: Mantine's own `autosize`
 * measures a hidden copy of every field, which took a quarter of the time in which a form opens. In a browser
 * that does not know `field-sizing`, the user can drag the field to another height.
 */
import { Textarea, type TextareaProps } from '@mantine/core';
import { useRef } from 'react';
import css from './growing-textarea.module.css';

interface GrowingTextareaProps extends Omit<
  TextareaProps,
  'autosize' | 'minRows' | 'maxRows' | 'rows' | 'classNames' | 'styles'
> {
  minRows: number;
  maxRows: number;
}

export const GrowingTextarea = ({ minRows, maxRows, onFocus, ...props }: GrowingTextareaProps) => {
  const wasFocused = useRef(false);
  return (
    <Textarea
      {...props}
      rows={minRows}
      classNames={{ input: css.input }}
      styles={{ input: { '--least-rows': minRows, '--most-rows': maxRows } }}
      onFocus={(event) => {
        // The browser puts the cursor before the text. A press of the mouse then puts it where the user pressed; a
        // selection stays.
        const { value, selectionEnd } = event.currentTarget;
        if (!wasFocused.current && selectionEnd === 0)
          event.currentTarget.setSelectionRange(value.length, value.length);
        wasFocused.current = true;
        onFocus?.(event);
      }}
    />
  );
};
