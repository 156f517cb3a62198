// The security settings, each turned off: where it stands, what it becomes, and the test that owns it. `npm run test:security:mutants` makes
// each change in a copy of the tree and expects that very test to fail. Bundles are changed as built, so that what is tested is what ships.
// A change is [file, text, replacement]; the text stands in the file exactly once.
const SHELL = 'test/integration/shell/electron-shell.test.ts';
const SECURITY = 'test/unit/main/electron/security.test.ts';
const RENDERER_FILES = 'test/unit/main/node/renderer-files.test.ts';
const FRAMES = 'test/unit/main/node/serve-frames.test.ts';
const KEYCHAIN = 'test/unit/main/electron/keychain.test.ts';
const SPELLING = 'test/unit/main/electron/spell-check.test.ts';
const KEYS = 'test/unit/main/electron/database-keys.test.ts';
const ENCRYPT = 'test/unit/main/node/encrypt-database.test.ts';
const CACHE = 'test/integration/sync/encrypted-cache.test.ts';
const OUTBOX = 'test/integration/outbox/encrypted-outbox.test.ts';
const WRAP = 'test/unit/main/node/recovery-wrap.test.ts';
const CODE = 'test/unit/shared/domain/recovery-code.test.ts';
const LINKS = 'test/unit/main/electron/deep-link.test.ts';
const PROXY = 'test/integration/node/proxy.test.ts';
const TRANSPORT = 'test/integration/node/transport.test.ts';
const WEB = 'test/integration/shell/web-shell.test.ts';
const LOG = 'test/unit/main/node/log.test.ts';
/** The rules of electron-builder.yml and of the workflows are `npm run check`'s. */
const PACKAGING = 'scripts/check-packaging.mjs';

const INDEX = 'out/main/index.js';
const WORKER = 'out/main/core-worker.js';
const PRELOAD = 'out/preload/index.cjs';
const BUILDER = 'electron-builder.yml';
const POLICY = 'src/main/node/content-security.ts';
const FILES = 'src/main/node/renderer-files.ts';
const GUARD = 'src/main/electron/security.ts';

const preference = (name, from, to) => ({ item: 'window', setting: `${name} ${to}`, change: [INDEX, `\t\t${name}: ${from},`, `\t\t${name}: ${to},`], test: SHELL, title: '[SEC2 SEC3 SEC4' });
const directive = (name, from, to) => ({ item: 'policy', setting: `${name}: ${to === '' ? 'none' : to}`, change: [POLICY, `"${name} ${from}"`, to === '' ? `''` : `"${name} ${to}"`], test: RENDERER_FILES, title: 'allows no inline script' });
const refusal = (event) => ({ item: 'navigation', setting: `${event} let through`, change: [GUARD, `contents.on('${event}', (event) => event.preventDefault());`, ''], test: SECURITY, title: '[SEC12 SEC13 SEC14]' });
const fuse = (name, from) => ({ item: 'fuses', setting: `${name} ${!from}`, change: [BUILDER, `  ${name}: ${from}\n`, `  ${name}: ${!from}\n`], test: PACKAGING, title: name });

export const MUTANTS = [
  preference('sandbox', true, false), preference('contextIsolation', true, false), preference('nodeIntegration', false, true), preference('nodeIntegrationInWorker', false, true), preference('nodeIntegrationInSubFrames', false, true),
  preference('webSecurity', true, false), preference('allowRunningInsecureContent', false, true), preference('experimentalFeatures', false, true), preference('webviewTag', false, true), preference('navigateOnDragDrop', false, true), preference('safeDialogs', true, false),
  { item: 'window', setting: 'a Blink feature on', change: [INDEX, '\t\tsandbox: true,', '\t\tsandbox: true, enableBlinkFeatures: "CSSVariables",'], test: SHELL, title: '[SEC2 SEC3 SEC4' },
  { item: 'window', setting: 'sandbox not enforced for every renderer', change: [INDEX, 'app.enableSandbox();', ''], test: SHELL, title: '[SEC2 SEC3 SEC4' },
  { item: 'window', setting: 'developer tools in the package', change: [INDEX, 'devTools: developer,', 'devTools: true,'], test: SHELL, title: 'opens the link it was started with' },
  { item: 'window', setting: 'the page from another origin', change: [INDEX, 'else made.loadURL(`${APP_ORIGIN}/`);', 'else made.loadURL("https://example.com/");'], test: SHELL, title: '[SEC2 SEC3 SEC4' },

  directive('default-src', "'none'", "'self'"), directive('script-src', "'self'", "'self' 'unsafe-inline'"), directive('script-src', "'self'", "'self' 'unsafe-eval'"), directive('script-src', "'self'", "'self' https:"), directive('img-src', "'self' data:", '*'), directive('font-src', "'self' data:", '*'),
  directive('base-uri', "'none'", ''), directive('form-action', "'none'", ''), directive('frame-ancestors', "'none'", ''), directive('object-src', "'none'", "'self'"),
  { item: 'policy', setting: 'style-src with unsafe-inline', change: [POLICY, "`style-src 'self' 'nonce-${nonce}'`", "`style-src 'self' 'unsafe-inline'`"], test: RENDERER_FILES, title: 'allows no inline script' },
  { item: 'policy', setting: 'connect-src: *', change: [POLICY, '`connect-src ${connect}`', "'connect-src *'"], test: RENDERER_FILES, title: 'allows no inline script' },
  { item: 'policy', setting: 'the packaged page may connect to itself', change: [INDEX, `pageHeaders(nonce, "'none'")`, `pageHeaders(nonce, "'self'")`], test: SHELL, title: '[SEC7] serves the page' },
  { item: 'policy', setting: 'one nonce for ever', change: [POLICY, "randomBytes(16).toString('base64')", "'AAAAAAAAAAAAAAAAAAAAAA=='"], test: RENDERER_FILES, title: 'a nonce of its own' },
  { item: 'policy', setting: 'no nosniff', change: [POLICY, "  'X-Content-Type-Options': 'nosniff',\n", ''], test: RENDERER_FILES, title: 'every header' },
  { item: 'policy', setting: 'referrers', change: [POLICY, "'no-referrer'", "'unsafe-url'"], test: RENDERER_FILES, title: 'every header' },
  { item: 'policy', setting: 'shared opener', change: [POLICY, "'Cross-Origin-Opener-Policy': 'same-origin'", "'Cross-Origin-Opener-Policy': 'unsafe-none'"], test: RENDERER_FILES, title: 'every header' },
  { item: 'policy', setting: 'camera allowed', change: [POLICY, 'camera=()', 'camera=(self)'], test: RENDERER_FILES, title: 'every header' },
  { item: 'policy', setting: 'the page may be stored', change: [INDEX, '"Cache-Control": "no-store"', '"Cache-Control": "public"'], test: SHELL, title: '[SEC7] serves the page' },

  refusal('will-navigate'), refusal('will-frame-navigate'), refusal('will-redirect'), refusal('will-attach-webview'),
  { item: 'navigation', setting: 'new windows', change: [GUARD, "{ action: 'deny' }", "{ action: 'allow' }"], test: SECURITY, title: '[SEC12 SEC13 SEC14]' },
  { item: 'navigation', setting: 'windows are not confined', change: [INDEX, 'confineWindows(app, shell);', ''], test: SHELL, title: '[SEC5 SEC12 SEC13 SEC14]' },
  { item: 'navigation', setting: 'downloads from anywhere', change: [INDEX, 'if (!isOwnFile(item.getURL())) event.preventDefault();', ''], test: SHELL, title: '[SEC5 SEC12 SEC13 SEC14]' },
  { item: 'network', setting: 'the session is not confined', change: [INDEX, 'confineSession(session.defaultSession);', ''], test: SHELL, title: '[SEC1]' },
  ...['https:', 'file:', 'ws:'].map((scheme) => ({ item: 'network', setting: `pages may load ${scheme}`, change: [INDEX, '\t"data:",\n\t"blob:",', `\t"data:",\n\t"${scheme}",\n\t"blob:",`], test: SHELL, title: '[SEC1]' })),
  { item: 'network', setting: 'spelling on by default', change: ['src/main/electron/spell-check.ts', 'session.setSpellCheckerEnabled(wanted.length > 0);', 'session.setSpellCheckerEnabled(true);'], test: SPELLING, title: 'spelling is off without languages' },
  { item: 'network', setting: 'spelling left as Chromium has it', change: [INDEX, 'checkSpelling(session.defaultSession, platform, []);', ''], test: SHELL, title: '[SEC1] on linux, checks no spelling' },
  { item: 'permissions', setting: 'requests granted', change: [GUARD, 'answer(mayCopy(permission, details))', 'answer(true)'], test: SECURITY, title: '[SEC5]' },
  { item: 'permissions', setting: 'checks granted', change: [GUARD, '_origin, details) => mayCopy(permission, details)', '_origin, _details) => true'], test: SECURITY, title: '[SEC5]' },
  { item: 'permissions', setting: 'reading the clipboard too', change: [GUARD, "permission === 'clipboard-sanitized-write'", "permission.startsWith('clipboard-')"], test: SECURITY, title: '[SEC5]' },
  { item: 'permissions', setting: 'copying by a frame in the page', change: [GUARD, 'isMainFrame === true && ', ''], test: SECURITY, title: '[SEC5]' },
  { item: 'permissions', setting: 'copying by any page', change: [GUARD, ' && isAppUrl(requestingUrl);', ';'], test: SECURITY, title: '[SEC5]' },
  { item: 'permissions', setting: 'devices granted', change: [GUARD, 'setDevicePermissionHandler(() => false)', 'setDevicePermissionHandler(() => true)'], test: SECURITY, title: '[SEC5]' },

  { item: 'openExternal', setting: 'any scheme', change: [GUARD, 'default: return null;', 'default: return url.href;'], test: SECURITY, title: 'may not' },
  { item: 'openExternal', setting: 'user info', change: [GUARD, " && url.username === '' && url.password === ''", ''], test: SECURITY, title: 'may not' },
  { item: 'openExternal', setting: 'invisible characters', change: [GUARD, ' || TRICKY.test(text)', ''], test: SECURITY, title: 'may not' },
  { item: 'openExternal', setting: 'any length', change: [GUARD, 'text.length > LONGEST_URL || ', ''], test: SECURITY, title: 'may not' },
  { item: 'openExternal', setting: 'attachments of this computer', change: [GUARD, " && [...url.searchParams.keys()].every((name) => MAIL_HEADERS.has(name.toLowerCase()))", ''], test: SECURITY, title: 'may not' },
  { item: 'openExternal', setting: 'anything as a phone number', change: [GUARD, 'PHONE.test(text) ? text : null', 'text'], test: SECURITY, title: 'may not' },
  { item: 'openExternal', setting: 'the list is not asked', change: [INDEX, 'const allowed = externalUrl(url);', 'const allowed = url;'], test: SHELL, title: '[SEC15]' },

  { item: 'sender', setting: 'frames of the core from anybody', change: [INDEX, 'ipcMain.on(FRAME_CHANNEL, (event, value) => {\n\t\tif (!isTrustedSender(event.senderFrame)) return;', 'ipcMain.on(FRAME_CHANNEL, (event, value) => {'], test: SHELL, title: '[SEC17] carries the contract' },
  { item: 'sender', setting: 'frames of the shell from anybody', change: [INDEX, 'ipcMain.on(SHELL_CHANNEL, (event, value) => {\n\t\tif (!isTrustedSender(event.senderFrame)) return;', 'ipcMain.on(SHELL_CHANNEL, (event, value) => {'], test: SHELL, title: '[SEC17] carries the contract' },
  { item: 'sender', setting: 'frames inside the page', change: [GUARD, ' && frame.parent === null', ''], test: SECURITY, title: 'is trusted in the main frame' },
  { item: 'sender', setting: 'any host of the scheme', change: [GUARD, " && url.host === 'app'", ''], test: SECURITY, title: 'is trusted in the main frame' },
  { item: 'sender', setting: 'any scheme', change: [GUARD, 'url.protocol === `${APP_SCHEME}:` && ', ''], test: SECURITY, title: 'is trusted in the main frame' },
  { item: 'frames', setting: 'not looked at', change: ['src/main/node/serve-frames.ts', 'if (isContractFrame(frame)) listener', 'listener'], test: FRAMES, title: 'of anything else are dropped' },
  { item: 'frames', setting: 'content types taken', change: ['src/main/node/serve-frames.ts', '^(?!content-)', '^'], test: FRAMES, title: 'of anything else are dropped' },
  { item: 'frames', setting: 'any path', change: ['src/main/node/serve-frames.ts', '.regex(/^\\/[\\w/-]{1,200}$/)', ''], test: FRAMES, title: 'of anything else are dropped' },
  { item: 'arguments', setting: 'a resource of any name', change: ['out/main/chunks/shared-*.js', 'var resourceSchema = _enum(RESOURCES);', 'var resourceSchema = string();'], test: SHELL, title: '[SEC17] carries the contract' },
  { item: 'bridge', setting: 'Electron exposed to the page', change: [PRELOAD, 'exposeInMainWorld("satchel", bridge)', 'exposeInMainWorld("satchel", { ...bridge, ipcRenderer: electron.ipcRenderer })'], test: SHELL, title: '[SEC7 SEC20]' },

  { item: 'protocol', setting: 'files outside the renderer', change: [FILES, '!file.startsWith(root + sep) || ', ''], test: RENDERER_FILES, title: 'refuses' },
  { item: 'protocol', setting: 'a folder whose name begins alike', change: [FILES, 'root + sep', 'root'], test: RENDERER_FILES, title: 'refuses' },
  { item: 'protocol', setting: 'files of any kind', change: [FILES, 'const type = MIME[extname(file)];', "const type = MIME[extname(file)] ?? 'text/plain';"], test: RENDERER_FILES, title: 'refuses /assets/a.sh' },
  { item: 'protocol', setting: 'any host of the scheme', change: [INDEX, 'url.host === "app" && request.method === "GET"', 'request.method === "GET"'], test: SHELL, title: '[SEC18]' },
  { item: 'protocol', setting: 'any method', change: [INDEX, 'url.host === "app" && request.method === "GET"', 'url.host === "app"'], test: SHELL, title: '[SEC18]' },
  { item: 'protocol', setting: 'the scheme passes by the policy', change: [INDEX, 'standard: true,', 'standard: true, bypassCSP: true,'], test: SHELL, title: '[SEC18]' },
  { item: 'links', setting: 'anything around them', change: ['src/main/electron/deep-link.ts', '/^satchel:\\/\\/open', '/satchel:\\/\\/open'], test: LINKS, title: 'that are anything else are dropped' },
  { item: 'links', setting: 'ids of any form', change: ['src/shared/contract/shell.ts', '.regex(/^[1-9]\\d{0,19}$/)', ''], test: LINKS, title: 'that are anything else are dropped' },

  fuse('runAsNode', false), fuse('enableCookieEncryption', true), fuse('enableNodeOptionsEnvironmentVariable', false), fuse('enableNodeCliInspectArguments', false), fuse('enableEmbeddedAsarIntegrityValidation', true), fuse('onlyLoadAppFromAsar', true), fuse('grantFileProtocolExtraPrivileges', false),
  { item: 'package', setting: 'no archive', change: [BUILDER, 'asar: true\n', 'asar: false\n'], test: PACKAGING, title: 'asar' },
  { item: 'package', setting: 'no hardened runtime', change: [BUILDER, 'hardenedRuntime: true', 'hardenedRuntime: false'], test: PACKAGING, title: 'hardened runtime' },
  { item: 'package', setting: 'the browser shell in it', change: [BUILDER, '  - "!out/main/web.js*"\n', ''], test: PACKAGING, title: 'web.js' },
  { item: 'package', setting: 'another upgrade code', change: [BUILDER, 'B5263CC2-C731-4AF4-8403-DC43E9D061F3', 'B5263CC2-C731-4AF4-8403-DC43E9D061F4'], test: PACKAGING, title: 'upgrade code' },
  { item: 'package', setting: 'uninstalling deletes unsent work', change: [BUILDER, 'deleteAppDataOnUninstall: false', 'deleteAppDataOnUninstall: true'], test: PACKAGING, title: 'uninstalling' },

  { item: 'pushes', setting: 'certificates not checked', change: ['src/main/node/connector.ts', 'buildConnector({ allowH2: false,', 'buildConnector({ rejectUnauthorized: false, allowH2: false,'], test: PROXY, title: '[HT8] a certificate we do not trust' },
  { item: 'proxies', setting: 'passed by when they refuse', change: ['src/main/node/connector.ts', "hop.kind !== 'direct' && (failure.reason === 'connect' || failure.reason === 'dns')", "hop.kind !== 'direct'"], test: PROXY, title: 'goes the next way past a proxy' },
  { item: 'proxies', setting: 'the system not asked', change: ['src/main/node/connector.ts', "await route(`${options.protocol}//${options.host ?? options.hostname}/`).catch(() => 'DIRECT')", "await Promise.resolve('DIRECT')"], test: PROXY, title: 'is asked of the system' },
  { item: 'proxies', setting: 'a missing sign-in kept quiet', change: ['src/main/node/connector.ts', "if (failure.detail === '407') onProxySignIn?.(true);", ''], test: PROXY, title: 'a proxy whose sign-in we cannot do' },
  { item: 'proxies', setting: 'the shell does not name them', change: [INDEX, 'resolveProxy: (url) => session.defaultSession.resolveProxy(url),', ''], test: SHELL, title: 'asks the system for the way' },
  { item: 'reads', setting: 'redirects to another origin', change: ['src/main/node/transport.ts', "request.method === 'GET' && sameOrigin(url, next)", "request.method === 'GET'"], test: TRANSPORT, title: '[AU9]' },

  { item: 'keychain', setting: 'basic text counts as a keyring', change: ['src/main/electron/keychain.ts', "return platform !== 'linux' || !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());", 'return true;'], test: KEYCHAIN, title: 'takes Linux basic text' },
  { item: 'keychain', setting: "one account's secret as another's", change: ['src/main/electron/keychain.ts', 'if (sealed.key !== key) return null;', ''], test: KEYCHAIN, title: 'never reads the secret of one account' },
  { item: 'encryption', setting: 'the cache stays plain', change: ['src/main/core/accounts/cache-files.ts', 'return keys.make(accountId);', 'return null;'], test: CACHE, title: 'is made so where there is a keyring' },
  { item: 'encryption', setting: 'no key is set', change: ['src/main/node/encrypt-database.ts', "  database.pragma(`hexkey = '${key}'`);\n", ''], test: ENCRYPT, title: 'keeps every row' },
  { item: 'encryption', setting: 'the copy is not compared', change: ['src/main/node/encrypt-database.ts', '    steps.compare(path, copy, after, before);\n', ''], test: ENCRYPT, title: 'with a copy that holds something else' },
  { item: 'encryption', setting: 'the WAL is left behind', change: ['src/main/node/encrypt-database.ts', '    steps.foldIn(path, before);\n', ''], test: ENCRYPT, title: 'keeps every row' },
  { item: 'encryption', setting: 'a keyring that says "not now" has lost the key', change: ['src/main/electron/database-keys.ts', "error instanceof Error && error.message.includes(NOT_MINE) ? 'undecryptable' : 'waiting'", "error instanceof Error ? 'undecryptable' : 'waiting'"], test: KEYS, title: 'is not to be had now' },
  { item: 'encryption', setting: 'a key that cannot be read is replaced', change: ['src/main/electron/database-keys.ts', "if ((await get(account)).kind !== 'none') return null;", ''], test: KEYS, title: 'are never taken for lost' },
  { item: 'encryption', setting: 'a new key is not read back', change: ['src/main/electron/database-keys.ts', "if (readBack.kind === 'key' && readBack.key === key) return key;", 'return key;'], test: KEYS, title: 'read back' },
  { item: 'encryption', setting: "one account's key as another's", change: ['src/main/electron/database-keys.ts', ' || held.data.account !== account', ''], test: KEYS, title: 'of one account are not those of another' },
  { item: 'encryption', setting: 'any locked copy may be given up', change: ['src/main/core/accounts/account-lock.ts', "reason === 'missing' || reason === 'no-keyring' || refusals >= BELIEVED_AFTER", 'true'], test: CACHE, title: 'for now is waited for' },
  { item: 'encryption', setting: 'the old copy is deleted at once', change: ['src/main/core/accounts/cache-files.ts', 'files.setAside(`${directory}/${name}`);\n};', 'files.remove(`${directory}/${name}`);\n};'], test: CACHE, title: 'for good is believed' },
  { item: 'encryption', setting: 'old copies stay for ever', change: ['src/main/core/accounts/workspace.ts', '    dropCachesAside(ports, directory);\n', ''], test: CACHE, title: 'for good is believed' },
  { item: 'encryption', setting: 'the key in the log', change: [WORKER, 'log.info("the cache is encrypted from now on", { name });', 'log.info("the cache is encrypted from now on", { name, by: key });'], test: SHELL, run: 'with and without a keyring', title: '[SEC20 AU6] encrypts that cache' },

  { item: 'recovery code', setting: 'nothing is asked back', change: ['src/main/core/accounts/accounts.ts', "    if (!protection.isKept(profile.id, groups)) return failure('code-wrong');\n", ''], test: OUTBOX, title: '[AU12] is so only after' },
  { item: 'recovery code', setting: 'one group of two will do', change: ['src/main/core/accounts/protect-outbox.ts', 'offered.ask.every(', 'offered.ask.some('], test: OUTBOX, title: '[AU12] is so only after' },
  { item: 'recovery code', setting: 'offered without a keyring', change: ['src/main/core/accounts/protect-outbox.ts', "if (secrets.storage !== 'keychain') return failed('no-keychain');", ''], test: OUTBOX, title: 'is not offered without a keychain' },
  { item: 'recovery code', setting: 'no wrap by the code', change: ['src/main/core/accounts/protect-outbox.ts', '      keys.wrap(accountId, key, offered.code);\n', ''], test: OUTBOX, title: '[AU12] opens by the code' },
  { item: 'recovery code', setting: 'older copies stay plain', change: ['src/main/core/accounts/workspace.ts', 'await keepCopiesInStep(outboxPlace, outboxKey !== null, options.reworked)', '0'], test: OUTBOX, title: 'takes its older copies along' },
  { item: 'recovery code', setting: 'wraps stay beside a plain file', change: ['src/main/core/accounts/outbox-files.ts', '    keys.forget(accountId);\n', ''], test: OUTBOX, title: 'can be made plain again' },
  { item: 'recovery code', setting: 'a key is tried with the right to write', change: ['src/main/node/files.ts', '      proveKey(path, key);\n', ''], test: OUTBOX, title: '[AU12] killed with work in its WAL' },
  { item: 'recovery code', setting: 'wraps deleted that their file may need', change: ['src/main/core/accounts/outbox-files.ts', '    if (!chosen) setWrapsAside(files, directory);\n', ''], test: OUTBOX, title: 'replaced by an older plain file' },
  { item: 'recovery code', setting: 'a damaged wrap counts as a code', change: ['src/main/node/outbox-keys.ts', 'text !== null && isWrap(text)', 'text !== null'], test: OUTBOX, title: 'whose recovery file is damaged' },
  { item: 'recovery code', setting: 'begun on a full disk', change: ['src/main/core/accounts/accounts.ts', "    if (!protection.hasRoom(profile.id)) return failure('disk-full');\n", ''], test: OUTBOX, title: 'is not begun on a disk without room' },
  { item: 'recovery code', setting: 'a file of another key is called damaged', change: ['src/main/core/accounts/outbox-files.ts', "if (kind === 'absent' || opens(files, name, answer.key) || keys.proved(accountId)) return", 'return'], test: OUTBOX, title: 'whose file was replaced' },
  { item: 'recovery code', setting: 'a copy is given up while the keyring is only slow', change: ['src/main/core/accounts/accounts.ts', " || next.reason === 'waiting'", ''], test: OUTBOX, title: 'waits for a keychain that is only locked' },
  { item: 'recovery code', setting: "one account's wrap as another's", change: ['src/main/node/recovery-wrap.ts', 'Buffer.from(`${INFO} ${accountId}`)', 'Buffer.from(INFO)'], test: WRAP, title: "is one account's" },
  { item: 'recovery code', setting: 'a wrap that was changed opens', change: ['src/main/node/recovery-wrap.ts', 'Buffer.concat([decipher.update(sealed), decipher.final()])', 'decipher.update(sealed)'], test: WRAP, title: 'opens by no other code' },
  { item: 'recovery code', setting: 'few codes', change: ['src/main/node/recovery-wrap.ts', 'randomInt(32)', 'randomInt(8)'], test: WRAP, title: 'is another one each time' },
  { item: 'recovery code', setting: 'slips pass', change: ['src/shared/domain/recovery-code.ts', 'checkOf(code.slice(0, DATA_LENGTH)) === code.slice(DATA_LENGTH) ? code : null', 'code'], test: CODE, title: 'shows every single wrong character' },
  { item: 'recovery code', setting: "an outbox's key as a cache's", change: ['src/main/electron/database-keys.ts', " || (held.data.database ?? 'cache') !== database", ''], test: KEYS, title: "are never taken for a cache's" },
  { item: 'recovery code', setting: 'a wrap is replaced before the new one opened', change: ['src/main/electron/database-keys.ts', '        if (!(await takes(account, key))) return false;\n', ''], test: KEYS, title: 'are not kept where the keyring does not open again' },
  { item: 'recovery code', setting: 'the copy is compared by its rows alone', change: ['src/main/node/encrypt-database.ts', "basename(path).includes('outbox')", 'false'], test: ENCRYPT, title: 'is compared to the last value' },
  { item: 'recovery code', setting: 'the key in the log', change: [WORKER, '"a recovery code was made", { account: accountId }', '"a recovery code was made", { account: accountId, by: key }'], test: SHELL, run: 'with unsent work encrypted', title: '[SEC20 AU6] shows the code' },

  { item: 'log', setting: 'bearer tokens', change: ['src/main/node/redact.ts', "text.replace(BEARER, '$1…')", 'text'], test: LOG, title: '[AU6]' },
  { item: 'log', setting: 'tokens in texts', change: ['src/main/node/redact.ts', ".replace(TOKEN_LIKE, '…')", ''], test: LOG, title: '[AU6]' },
  { item: 'log', setting: 'secrets in addresses', change: ['src/main/node/redact.ts', ".replace(IN_TEXT, '$1…')", ''], test: LOG, title: '[AU6]' },

  { item: 'browser window', setting: 'no secret asked', change: ['out/main/web.js', ' && isSecret(url.searchParams.get("k"))', ''], test: WEB, title: 'opens the core to its own page' },
  { item: 'browser window', setting: 'any origin', change: ['out/main/web.js', ' && origin === `http://${request.headers.host}`', ''], test: WEB, title: 'opens the core to its own page' },
  { item: 'browser window', setting: 'any host', change: ['out/main/web.js', 'if (!isOwnHost(request.headers.host)) return end(421', 'if (false) return end(421'], test: WEB, title: 'serves its page to its own host name only' },
];
