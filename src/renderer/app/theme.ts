/** The Mantine theme with the tokens of `tokens.css`; its sizes are those of a dense desktop tool. */
import type {
  ActionIconFactory,
  ButtonFactory,
  CSSVariablesResolver,
  DrawerFactory,
  ExtendComponent,
  FactoryPayload,
  InputFactory,
  MantineColorsTuple,
  MantineThemeComponent,
  MenuFactory,
  ModalFactory,
  PopoverFactory,
  SegmentedControlFactory,
  SwitchFactory,
  TextInputFactory,
  TooltipFactory,
} from '@mantine/core';
import { createTheme } from '@mantine/core';

/**
 * The same as `Button.extend` and the like, but only as a type, so that the first window does not load every
 * component that the theme names.
 */
const dressed = <F extends FactoryPayload>(part: ExtendComponent<F>): MantineThemeComponent => part;

const spruce: MantineColorsTuple = [
  '#eaf5f1',
  '#d3e8e1',
  '#a9d2c5',
  '#7cbba8',
  '#58a78f',
  '#3f997f',
  '#2c8a71',
  '#176b5c',
  '#125749',
  '#0a4337',
];

// The greys of the UI library are cool; Satchel uses warm greys in both colour schemes.
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f4f2ee',
  '#ece9e3',
  '#e0dcd4',
  '#d0cac0',
  '#b3aca1',
  '#8c857a',
  '#6a645b',
  '#45403a',
  '#25221e',
];
const dark: MantineColorsTuple = [
  '#ebe8e3',
  '#cfcac2',
  '#a8a196',
  '#7d766c',
  '#403d39',
  '#353230',
  '#2a2826',
  '#211f1d',
  '#1a1917',
  '#131211',
];

export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  colors: { spruce, gray, dark },
  primaryColor: 'spruce',
  primaryShade: { light: 7, dark: 5 },
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '26px' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  headings: { fontWeight: '600' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  shadows: { xs: 'none', sm: 'var(--shadow)', md: 'var(--shadow)', lg: 'var(--shadow)', xl: 'var(--shadow)' },
  components: {
    Button: dressed<ButtonFactory>({ defaultProps: { size: 'xs' }, styles: { root: { fontWeight: 500 } } }),
    ActionIcon: dressed<ActionIconFactory>({ defaultProps: { variant: 'subtle', color: 'gray', size: 26 } }),
    Input: dressed<InputFactory>({ defaultProps: { size: 'xs' } }),
    TextInput: dressed<TextInputFactory>({ defaultProps: { size: 'xs' } }),
    SegmentedControl: dressed<SegmentedControlFactory>({
      defaultProps: { size: 'xs' },
      styles: { label: { fontWeight: 500 } },
    }),
    Switch: dressed<SwitchFactory>({ defaultProps: { size: 'xs' } }),
    Tooltip: dressed<TooltipFactory>({
      defaultProps: { openDelay: 400, withArrow: false, transitionProps: { duration: 80 } },
    }),
    // No closing animation, so that the old layer is never shown beside the next one.
    Popover: dressed<PopoverFactory>({
      defaultProps: { shadow: 'md', transitionProps: { duration: 80, exitDuration: 0 } },
    }),
    // Rendered inside `main`, which is a landmark for screen readers. The first item gets the focus, because
    // a menu may contain only items.
    Menu: dressed<MenuFactory>({
      defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: 'main' } },
      styles: { item: { padding: '5px 10px' } },
    }),
    // The window itself never scrolls. Locking it would put a style sheet into the page at each opening, for which
    // the browser computes the styles of all elements again.
    Drawer: dressed<DrawerFactory>({ defaultProps: { lockScroll: false } }),
    Modal: dressed<ModalFactory>({
      defaultProps: {
        lockScroll: false,
        transitionProps: { duration: 100, exitDuration: 0 },
        overlayProps: { backgroundOpacity: 0.32 },
      },
      styles: { title: { fontWeight: 600, fontSize: 15 } },
    }),
  },
});

const shared = {
  '--mantine-color-body': 'var(--bg-raised)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-dim)',
  '--mantine-color-default': 'var(--bg-raised)',
  '--mantine-color-default-hover': 'var(--bg-hover)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-placeholder': 'var(--text-faint)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-gray-light-hover': 'var(--bg-hover)',
};
const filled = (color: string, hover: string): Record<string, string> => ({
  '--mantine-color-spruce-filled': color,
  '--mantine-color-spruce-filled-hover': hover,
  '--mantine-primary-color-filled': color,
  '--mantine-primary-color-filled-hover': hover,
});
/** Surfaces and text use Satchel's own tokens in both colour schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...shared, ...filled('#176b5c', '#125749') },
  dark: { ...shared, ...filled('#24806a', '#2c8a71') },
});
