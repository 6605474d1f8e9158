import Foundation
import AVKit

public typealias Completion = (Bool) -> Void

protocol Playable {
    var length: Double { get }
    func play(from start: Double)
}

enum State {
    case idle
    case playing(at: Double)

    var label: String { "x" }

    func next() -> State { .idle }
}

struct Track: Playable {
    let length: Double

    func play(from start: Double) {
        print(start)
    }

    static func silence() -> Track { Track(length: 0) }
}

/// Plays tracks.
@available(iOS 15, *)
final class Player: NSObject {
    private var tracks: [Track] = []
    let limit = 10

    init(tracks: [Track]) {
        self.tracks = tracks
    }

    deinit {
        stop()
    }

    func add(
        _ track: Track,
        completion: Completion? = nil
    ) throws {
        tracks.append(track)
    }

    func stop() {}

    class Queue {
        func pop() -> Track? { nil }
    }
}

extension Player {
    func shuffle() {
        tracks.shuffle()
    }
}

func makePlayer() -> Player {
    return Player(tracks: [])
}
