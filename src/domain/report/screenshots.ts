import type { Manifest, ManifestArtifact } from '../manifest/manifest.ts';

/** Types that a browser shows as a picture and nothing else. */
const PICTURES = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** The tiles of a bundle's screenshot, top to bottom. */
export const screenshotsOf = ({ artifacts }: Manifest): ManifestArtifact[] =>
  artifacts.filter(({ name, media_type }) => /^screenshot(-\d+)?$/.test(name) && PICTURES.has(media_type));
