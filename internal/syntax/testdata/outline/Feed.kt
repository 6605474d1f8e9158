package app.feed

import java.util.Date
import kotlin.math.max

const val LIMIT = 20
typealias Handler = (Post) -> Unit

interface Source {
    fun load(page: Int): List<Post>
    val name: String
}

data class Post(val id: Long, val title: String)

enum class Order { NEW, TOP }

sealed class State {
    object Loading : State()
    data class Done(val posts: List<Post>) : State()
}

/** The feed. */
class Feed(
    private val source: Source,
    private val clock: () -> Date,
) : Source by source {
    private val cache = mutableMapOf<Int, List<Post>>()

    init {
        require(LIMIT > 0)
    }

    override fun load(page: Int): List<Post> {
        fun key() = max(page, 0)
        return cache.getOrPut(key()) { source.load(page) }
    }

    suspend fun refresh(
        handler: Handler,
        force: Boolean = false,
    ) {
        load(0).forEach(handler)
    }

    companion object {
        fun create(source: Source) = Feed(source) { Date() }
    }
}

object Registry {
    fun register(feed: Feed) {}
}

fun Post.short(): String = title.take(10)

fun main() {
    println("x")
}
