import './ui/mantine-styles';
import './app/tokens.css';
import './app/forced-colors.css';
import { createRoot } from 'react-dom/client';
import { App, beginFirstScreen, tellUse } from './app/app';
import { collectAtRest, type Collect } from './app/collect-at-rest';
import { dropTiles } from './app/drop-tiles';
import { onShellCommands } from './app/shell-commands';
import { connectCore } from './client/client';
import { startI18n } from './i18n/i18n';

// The nonce of this page load, for style tags of the scroll lock (get-nonce reads this name).
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
Object.assign(globalThis, { __webpack_nonce__: nonce });

connectCore();
beginFirstScreen();
await startI18n();
createRoot(document.getElementById('root') as HTMLElement).render(<App nonce={nonce} />);
onShellCommands();
collectAtRest(window, {
  collect: (globalThis as { gc?: Collect }).gc,
  dropTiles: () => dropTiles(document),
});
tellUse();
