/**
 * The context menu: actions for the text, link or word under the pointer. Without an action there is no menu.
 */
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import { externalUrl } from './security';
import type { ShellWords } from './words';

export type ContextFacts = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'linkURL' | 'misspelledWord' | 'dictionarySuggestions' | 'editFlags'
>;

export interface ContextActions {
  copyText(text: string): void;
  replaceWord(word: string): void;
  learnWord(word: string): void;
}

export const contextMenuTemplate = (
  facts: ContextFacts,
  words: ShellWords,
  actions: ContextActions,
): MenuItemConstructorOptions[] => {
  const spelling: MenuItemConstructorOptions[] =
    facts.isEditable && facts.misspelledWord !== ''
      ? [
          ...facts.dictionarySuggestions
            .slice(0, 6)
            .map((word) => ({ label: word, click: () => actions.replaceWord(word) })),
          { label: words.learnSpelling, click: () => actions.learnWord(facts.misspelledWord) },
        ]
      : [];
  const address = externalUrl(facts.linkURL);
  const link: MenuItemConstructorOptions[] =
    address === null
      ? []
      : [{ label: words.copyLink, click: () => actions.copyText(address.replace(/^(?:mailto|tel):/, '')) }];
  const { canCut, canCopy, canPaste, canSelectAll } = facts.editFlags;
  const copy: MenuItemConstructorOptions[] =
    facts.selectionText.trim() === '' ? [] : [{ role: 'copy', label: words.copy, enabled: canCopy }];
  const edit: MenuItemConstructorOptions[] = facts.isEditable
    ? [
        { role: 'cut', label: words.cut, enabled: canCut },
        { role: 'copy', label: words.copy, enabled: canCopy },
        { role: 'paste', label: words.paste, enabled: canPaste },
        { role: 'selectAll', label: words.selectAll, enabled: canSelectAll },
      ]
    : copy;
  return [spelling, link, edit]
    .filter((part) => part.length > 0)
    .flatMap((part, at) => (at === 0 ? part : [{ type: 'separator' as const }, ...part]));
};
