/** Reads bar codes and QR codes in the picture of a camera: with the browser's own detector, or else in a worker. */

export interface CodeReader {
  /** The texts of all codes in the current picture; one call at a time. Rejects when codes cannot be read at all. */
  read(video: HTMLVideoElement): Promise<readonly string[]>
  end(): void
}

/** The part of the Barcode Detection API that is used; it is not among TypeScript's own types. */
interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

const FORMATS = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'code_93', 'aztec', 'pdf417']
/** The least that a native detector has to read, because labels of devices carry these. */
const NEEDED = ['qr_code', 'code_128']

async function nativeReader(): Promise<CodeReader | null> {
  const Native = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  if (!Native) return null
  const supported = await Native.getSupportedFormats().catch((): readonly string[] => [])
  if (!NEEDED.every(format => supported.includes(format))) return null
  const detector = new Native({ formats: FORMATS.filter(format => supported.includes(format)) })
  return { read: async video => (await detector.detect(video)).map(({ rawValue }) => rawValue), end() {} }
}

type Answer = { texts: readonly string[] } | { error: string }

function workerReader(): CodeReader {
  const worker = new Worker(new URL('./codeWorker.ts', import.meta.url), { type: 'module' })
  return {
    async read(video) {
      const picture = await createImageBitmap(video)
      return new Promise((resolve, reject) => {
        worker.onerror = event => reject(new Error(event.message))
        worker.onmessage = ({ data }: MessageEvent<Answer>) =>
          'texts' in data ? resolve(data.texts) : reject(new Error(data.error))
        worker.postMessage(picture, [picture])
      })
    },
    end: () => worker.terminate(),
  }
}

export const openReader = async (): Promise<CodeReader> => (await nativeReader()) ?? workerReader()
