// What `npm run package` tells electron-builder. A package is signed if the certificates of its system are in
// the environment; otherwise its name says unsigned. If a part of the signature is missing, or the package
// has no signature in the end, the build fails: no unsigned package is ever named signed.
const SECRETS =
  /^(?:WIN_|MAC_)?(?:CSC_(?:LINK|KEY_PASSWORD)|CERTIFICATE)$|^APPLE_|^AZURE_(?:TENANT_ID|CLIENT_)/;
const APPLE = ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'];
const AZURE_SECRETS = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'];
/** Azure's settings, and their names in electron-builder. */
const AZURE_OPTIONS = {
  AZURE_SIGN_ENDPOINT: 'endpoint',
  AZURE_SIGN_ACCOUNT: 'codeSigningAccountName',
  AZURE_SIGN_PROFILE: 'certificateProfileName',
  AZURE_SIGN_PUBLISHER: 'publisherName',
};

/** Who signs on this system: 'apple', 'certificate' (Windows), 'azure', or null. */
const signerOf = (env, platform) => {
  if (platform === 'darwin' && env.MAC_CERTIFICATE) return 'apple';
  if (platform !== 'win32') return null;
  if (env.WIN_CERTIFICATE) return 'certificate';
  return AZURE_SECRETS.some((name) => env[name]) ? 'azure' : null;
};

/** Returns true if packages made with `env` on this system are signed. */
export const isSigned = (env, platform) => signerOf(env, platform) !== null;

const NEEDS = {
  apple: { names: APPLE, why: 'macOS does not open what is signed and not notarised' },
  azure: { names: [...AZURE_SECRETS, ...Object.keys(AZURE_OPTIONS)], why: 'Azure does not sign without' },
  certificate: { names: [], why: '' },
};

/** Null, or a line that says which part of the signature is missing. */
export const signingProblem = (env, platform) => {
  const signer = signerOf(env, platform);
  if (signer === null) return null;
  const missing = NEEDS[signer].names.filter((name) => !env[name]);
  return missing.length === 0
    ? null
    : `Nothing was packaged: ${missing.join(', ')} missing from the environment; ${NEEDS[signer].why}.`;
};

/** The environment for the build that runs first: only the packager gets certificates and passwords. */
export const withoutSecrets = (env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.test(name)));

/** electron-builder's environment. */
export const builderEnv = (env, platform) => {
  const signer = signerOf(env, platform);
  if (signer === null)
    return { ...withoutSecrets(env), SATCHEL_UNSIGNED: '-unsigned', CSC_IDENTITY_AUTO_DISCOVERY: 'false' };
  const links = {
    apple: { CSC_LINK: env.MAC_CERTIFICATE },
    certificate: { WIN_CSC_LINK: env.WIN_CERTIFICATE },
    azure: {},
  };
  return { ...env, SATCHEL_UNSIGNED: '', ...links[signer] };
};

/** electron-builder's arguments; `own` are those of the user. Only a signed package gets the update feed. */
export const builderOptions = (env, platform, own) => {
  const signer = signerOf(env, platform);
  const options = ['--publish', 'never', ...own];
  if (signer === null) return options;
  options.push('-c.forceCodeSigning=true');
  if (signer === 'apple') options.push('-c.mac.notarize=true');
  if (signer === 'azure')
    for (const [name, option] of Object.entries(AZURE_OPTIONS))
      options.push(`-c.win.azureSignOptions.${option}=${env[name]}`);
  if (env.SATCHEL_UPDATE_FEED)
    options.push('-c.publish.provider=generic', `-c.publish.url=${env.SATCHEL_UPDATE_FEED}`);
  return options;
};
