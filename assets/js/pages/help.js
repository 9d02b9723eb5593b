// Marks the link to the task of a guide that is in view: the last one whose beginning has been reached.
const links = new Map([...document.querySelectorAll(".help-nav a")].map((a) => [a.hash.slice(1), a]))
const tasks = [...document.querySelectorAll(".help-task")]
const mark = () => {
  const end = scrollY + innerHeight >= document.documentElement.scrollHeight - 2
  const target = tasks.find((task) => task.matches(":target"))
  const inView = ({ top, bottom }) => bottom > 80 && top < innerHeight
  const reached = tasks.findLast((task) => task.getBoundingClientRect().top <= innerHeight / 3) || tasks[0]
  const now = end && target && inView(target.getBoundingClientRect()) ? target : end ? tasks.at(-1) : reached
  for (const [id, a] of links) a.ariaCurrent = id === now?.id ? "true" : null
}
addEventListener("scroll", mark, { passive: true })
addEventListener("hashchange", mark)
mark()
