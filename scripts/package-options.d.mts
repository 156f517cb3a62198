type Env = Readonly<Record<string, string | undefined>>;
/** Returns true if packages made with `env` on this system are signed. */
export declare const isSigned: (env: Env, platform: NodeJS.Platform) => boolean;
/** Null, or a line that says which part of the signature is missing. */
export declare const signingProblem: (env: Env, platform: NodeJS.Platform) => string | null;
/** The environment for the build that runs first: only the packager gets certificates and passwords. */
export declare const withoutSecrets: (env: Env) => Record<string, string | undefined>;
/** electron-builder's environment. */
export declare const builderEnv: (env: Env, platform: NodeJS.Platform) => Record<string, string | undefined>;
/** electron-builder's arguments; `own` are those of the user. */
export declare const builderOptions: (
  env: Env,
  platform: NodeJS.Platform,
  own: readonly string[],
) => string[];
