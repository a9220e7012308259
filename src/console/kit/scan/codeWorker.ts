/** Reads bar codes and QR codes in pictures, in a worker of its own: the only code of the console that is WebAssembly. */
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** Article numbers (EAN, UPC) are left out: they are printed beside serials and are the same on every device of a model. */
const FORMATS = ['QRCode', 'MicroQRCode', 'DataMatrix', 'Aztec', 'PDF417', 'Code128', 'Code39', 'Code93'] as const

prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

/** One canvas for all pictures: a new one for each would be thousands in a minute. */
const canvas = new OffscreenCanvas(1, 1)

async function read(picture: ImageBitmap): Promise<string[]> {
  const { width, height } = picture
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  const drawing = canvas.getContext('2d', { willReadFrequently: true })
  if (!drawing) throw new Error('no canvas')
  drawing.drawImage(picture, 0, 0)
  picture.close()
  const found = await readBarcodes(drawing.getImageData(0, 0, width, height), {
    formats: [...FORMATS],
    tryHarder: true,
  })
  return found.flatMap(({ isValid, text }) => (isValid ? [text] : []))
}

addEventListener('message', ({ data }: MessageEvent<ImageBitmap>) => {
  read(data).then(
    texts => postMessage({ texts }),
    (error: Error) => postMessage({ error: error.message }),
  )
})
