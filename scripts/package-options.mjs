// What `npm run package` tells electron-builder. A package is named unsigned unless SATCHEL_SIGNED says that
// certificates are there; then a missing or unfit one ends the build, so that nothing unsigned is ever named
// signed.
const SECRETS = /^(?:WIN_|MAC_)?(?:CSC_(?:LINK|KEY_PASSWORD)|CERTIFICATE)$|^APPLE_/;
const isSigned = (env) => env.SATCHEL_SIGNED === '1';

/** For the build that comes first: certificates and passwords are the packager's alone. */
export const withoutSecrets = (env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.test(name)));

export const builderEnv = (env) =>
  isSigned(env)
    ? { ...env, SATCHEL_UNSIGNED: '' }
    : { ...withoutSecrets(env), SATCHEL_UNSIGNED: '-unsigned', CSC_IDENTITY_AUTO_DISCOVERY: 'false' };

export const builderOptions = (env, own) => [
  '--publish',
  'never',
  ...own,
  ...(isSigned(env) ? ['-c.forceCodeSigning=true'] : []),
];
