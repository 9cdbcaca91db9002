/** Grey pixels, one byte each, row by row; 0 is black. */
export interface GreyImage {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}
