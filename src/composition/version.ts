import packageJson from '../../package.json' with { type: 'json' };

/** Version of the service, from package.json. */
export const VERSION: string = packageJson.version;
