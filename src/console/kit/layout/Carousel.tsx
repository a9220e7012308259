/** Slides that change every three seconds; they pause under the pointer or the focus, and with reduced motion. */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { carousel } from '#console/kit/defaults.ts'
import { IconButton } from '#console/kit/IconButton.tsx'
import { useTranslate, type Words } from '#console/kit/language.tsx'
import './Carousel.css'

export type CarouselItem = {
  src: string
  title?: string
  href?: string
  target?: '_self' | '_blank'
  /** A video to play, without sound; `src` is its cover. The next slide follows when it ends. */
  video?: string
  /** Called when `href` is followed. */
  onFollow?: () => void
  /** Called instead of opening `href`. */
  onPress?: () => void
}
export type CarouselProps = {
  label: Words
  items: readonly CarouselItem[]
  /** Default 3000. */
  intervalMs?: number
  /** The ratio of width to height; default 16 / 6. */
  ratio?: string
  /** The current item. */
  onShown?: (nth: number) => void
}

const swipePx = 40

export const Carousel = ({
  label,
  items,
  intervalMs = carousel.intervalMs,
  ratio = '16 / 6',
  onShown,
}: CarouselProps) => {
  const translate = useTranslate()
  const [at, setAt] = useState(0)
  const [paused, setPaused] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [near, setNear] = useState(false)
  const from = useRef<number>(undefined)
  const count = items.length
  const go = (to: number): void => setAt((to + count) % count)
  const moving = !paused && !near && count > 1
  const playing = items[Math.min(at, count - 1)]?.video !== undefined
  useEffect(() => {
    // A video moves on by itself, at its end.
    if (!moving || (playing && !paused)) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setAt(now => (now + 1) % count)
    }, intervalMs)
    return () => clearInterval(timer)
  }, [moving, playing, paused, intervalMs, count])
  const now = Math.min(at, count - 1)
  useEffect(() => {
    if (now >= 0) onShown?.(now)
  }, [now, onShown])
  if (count === 0) return null
  return (
    <section
      className="carousel"
      aria-roledescription="carousel"
      aria-label={translate(label)}
      style={{ aspectRatio: ratio }}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      onFocus={() => setNear(true)}
      onBlur={() => setNear(false)}
      onPointerDown={(event: PointerEvent) => {
        from.current = event.clientX
      }}
      onPointerUp={(event: PointerEvent) => {
        const by = event.clientX - (from.current ?? event.clientX)
        if (Math.abs(by) > swipePx) go(now + (by < 0 ? 1 : -1))
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'ArrowRight') go(now + 1)
        if (event.key === 'ArrowLeft') go(now - 1)
      }}
    >
      <div className="carousel-strip" aria-live={moving ? 'off' : 'polite'} style={{ translate: `${-100 * now}% 0` }}>
        {items.map((item, nth) => {
          const picture =
            item.video && nth === now && !paused ? (
              <video
                src={item.video}
                poster={item.src}
                aria-label={item.title ?? ''}
                autoPlay
                muted
                playsInline
                loop={!moving}
                onEnded={() => go(nth + 1)}
                onError={() => go(nth + 1)}
              />
            ) : (
              <img src={item.src} alt={item.title ?? ''} draggable={false} />
            )
          return (
            <div
              key={`${item.src} ${nth}`}
              className="carousel-item"
              role="group"
              aria-roledescription="slide"
              aria-label={`${nth + 1} / ${count}`}
              aria-hidden={nth !== now || undefined}
              inert={nth !== now}
            >
              {item.href ? (
                <a
                  href={item.href}
                  target={item.target ?? '_self'}
                  rel={item.target === '_blank' ? 'noopener noreferrer' : undefined}
                  draggable={false}
                  onClick={item.onFollow}
                >
                  {picture}
                </a>
              ) : item.onPress ? (
                <button type="button" onClick={item.onPress}>
                  {picture}
                </button>
              ) : (
                picture
              )}
              {item.title && <p className="carousel-title">{item.title}</p>}
            </div>
          )
        })}
      </div>
      {count > 1 && (
        <div className="carousel-tools">
          <IconButton icon={ChevronLeft} size="small" label={['上一张', 'Previous']} onPress={() => go(now - 1)} />
          <span className="carousel-dots">
            {items.map((item, nth) => (
              <button
                key={`${item.src} ${nth}`}
                type="button"
                aria-label={translate([`第 ${nth + 1} 张`, `Picture ${nth + 1}`])}
                aria-current={nth === now || undefined}
                onClick={() => go(nth)}
              />
            ))}
          </span>
          <IconButton icon={ChevronRight} size="small" label={['下一张', 'Next']} onPress={() => go(now + 1)} />
          <IconButton
            icon={paused ? Play : Pause}
            size="small"
            label={paused ? ['播放', 'Play'] : ['暂停', 'Pause']}
            onPress={() => setPaused(!paused)}
          />
        </div>
      )}
    </section>
  )
}
