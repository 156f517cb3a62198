import { describe, expect, it } from 'vitest';
import {
  builderEnv,
  builderOptions,
  isSigned,
  signingProblem,
  withoutSecrets,
} from '../../../scripts/package-options.mjs';

const APPLE = { APPLE_ID: 'e', APPLE_APP_SPECIFIC_PASSWORD: 'f', APPLE_TEAM_ID: 'g' };
const MAC = { MAC_CERTIFICATE: 'h', CSC_KEY_PASSWORD: 'b', ...APPLE };
const WINDOWS = { WIN_CERTIFICATE: 'i', WIN_CSC_KEY_PASSWORD: 'd' };
const AZURE = {
  AZURE_TENANT_ID: 'j',
  AZURE_CLIENT_ID: 'k',
  AZURE_CLIENT_SECRET: 'l',
  AZURE_SIGN_ENDPOINT: 'https://weu.codesigning.azure.net',
  AZURE_SIGN_ACCOUNT: 'account',
  AZURE_SIGN_PROFILE: 'profile',
  AZURE_SIGN_PUBLISHER: 'CN=Satchel',
};
const FEED = { SATCHEL_UPDATE_FEED: 'https://updates.example.com' };

describe('what packaging tells electron-builder', () => {
  it('signs and notarises on macOS, and fails a build without a signature', () => {
    expect(isSigned(MAC, 'darwin')).toBe(true);
    expect(builderOptions(MAC, 'darwin', ['--x64'])).toEqual([
      '--publish',
      'never',
      '--x64',
      '-c.forceCodeSigning=true',
      '-c.mac.notarize=true',
    ]);
    expect(builderEnv(MAC, 'darwin')).toMatchObject({ CSC_LINK: 'h', SATCHEL_UNSIGNED: '', ...APPLE });
  });

  it.each(['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'])(
    'refuses a certificate for macOS without %s, because an app that is not notarised does not open',
    (name) => {
      expect(signingProblem({ ...MAC, [name]: '' }, 'darwin')).toContain(name);
      expect(signingProblem(MAC, 'darwin')).toBeNull();
      expect(signingProblem({}, 'darwin')).toBeNull();
    },
  );

  it('signs on Windows by a certificate, or by Azure if all of its settings are present', () => {
    expect(isSigned(WINDOWS, 'win32')).toBe(true);
    expect(builderEnv(WINDOWS, 'win32')).toMatchObject({ WIN_CSC_LINK: 'i', SATCHEL_UNSIGNED: '' });
    expect(isSigned(AZURE, 'win32')).toBe(true);
    expect(builderOptions(AZURE, 'win32', [])).toEqual([
      '--publish',
      'never',
      '-c.forceCodeSigning=true',
      '-c.win.azureSignOptions.endpoint=https://weu.codesigning.azure.net',
      '-c.win.azureSignOptions.codeSigningAccountName=account',
      '-c.win.azureSignOptions.certificateProfileName=profile',
      '-c.win.azureSignOptions.publisherName=CN=Satchel',
    ]);
    expect(builderEnv(AZURE, 'win32')).toMatchObject({ AZURE_CLIENT_SECRET: 'l', SATCHEL_UNSIGNED: '' });
    expect(signingProblem({ ...AZURE, AZURE_SIGN_PROFILE: '' }, 'win32')).toContain('AZURE_SIGN_PROFILE');
    expect(signingProblem({ ...AZURE, AZURE_CLIENT_SECRET: '' }, 'win32')).toContain('AZURE_CLIENT_SECRET');
    expect(signingProblem(AZURE, 'win32')).toBeNull();
    // The settings that are no secrets are there on every run; they alone ask for no signature.
    const { AZURE_TENANT_ID: _t, AZURE_CLIENT_ID: _c, AZURE_CLIENT_SECRET: _s, ...open } = AZURE;
    expect(signingProblem(open, 'win32')).toBeNull();
    expect(isSigned(open, 'win32')).toBe(false);
  });

  it('gives the feed only to signed packages', () => {
    const feed = ['-c.publish.provider=generic', '-c.publish.url=https://updates.example.com'];
    expect(builderOptions({ ...MAC, ...FEED }, 'darwin', [])).toEqual(expect.arrayContaining(feed));
    expect(builderOptions({ ...MAC, ...WINDOWS, ...FEED }, 'linux', ['--x64'])).toEqual([
      '--publish',
      'never',
      '--x64',
    ]);
  });

  it('names every other package unsigned, and then uses no certificate of the computer', () => {
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      const env = builderEnv({ PATH: '/bin', CSC_LINK: 'a', WIN_CSC_LINK: 'c', ...APPLE }, platform);
      expect(env).toEqual({
        PATH: '/bin',
        SATCHEL_UNSIGNED: '-unsigned',
        CSC_IDENTITY_AUTO_DISCOVERY: 'false',
      });
    }
  });

  it('builds without secrets in the environment', () => {
    expect(withoutSecrets({ PATH: '/bin', CSC_LINK: 'a', ...MAC, ...WINDOWS, ...AZURE, ...FEED })).toEqual({
      PATH: '/bin',
      AZURE_SIGN_ENDPOINT: AZURE.AZURE_SIGN_ENDPOINT,
      AZURE_SIGN_ACCOUNT: 'account',
      AZURE_SIGN_PROFILE: 'profile',
      AZURE_SIGN_PUBLISHER: 'CN=Satchel',
      ...FEED,
    });
  });
});
